/** The page of a product, and the page that makes one. */
import { useRef, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import { Facts } from "../detail/facts.tsx"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { areaNoun } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { Dialog } from "../kit/dialog.tsx"
import { say } from "../kit/notice.tsx"
import { go } from "../page/router.ts"
import { Empty, Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { type Draft, draftOf, newDraft, type Picture, type Shown } from "./draft.ts"
import { Editor } from "./editor.tsx"
import { useEditing } from "./saving.ts"
import { useUploads } from "./uploads.ts"
import { productWords } from "./words.ts"

const create = operationsById.get("products.create")!
const read = operationsById.get("products.read")!
const update = operationsById.get("products.update")!
const remove = operationsById.get("products.remove")!
const images = operationsById.get("products.images")!
const above = () => [[areaNoun("products"), ["products"]]] as const

/** Makes a product. */
export const NewProduct = () => {
  const saved = (uid: string) => {
    say(words.value.saved)
    go(["products", uid])
  }
  const editing = useEditing(newDraft, undefined, saved)
  const uploads = useUploads((one) => editing.change((now) => ({ ...now, pictures: [...now.pictures, one] })))
  return (
    <>
      <Title text={productWords.value.newProduct} above={above()} />
      {mayCall(create) ? <Editor isNew editing={editing} uploads={uploads} /> : <Empty text={words.value.readsOnly} />}
    </>
  )
}

interface Loaded {
  readonly data: unknown
  readonly images: unknown
  readonly shown: Shown
  readonly before: Draft
}

/** One product. */
export const Product = ({ entry: uid }: { readonly entry: string }) => {
  const product = useAnswer(read, { uid })
  const pictures = useAnswer(images, { uid })
  const loaded = useRef<Loaded>(undefined)
  const known = loaded.current
  const isWhole = !product.isLoading && !pictures.isLoading && product.data !== undefined && pictures.data !== undefined
  // Both are taken at once, so that no form mixes what was before a change with what is after it.
  if (isWhole && (known?.data !== product.data || known?.images !== pictures.data)) {
    const shown = product.data as Shown
    const before = draftOf(shown, (pictures.data as { readonly images: ReadonlyArray<Picture> }).images)
    loaded.current = { data: product.data, images: pictures.data, shown, before }
  }
  const again = () => {
    product.again()
    pictures.again()
  }
  const failure = product.failure ?? pictures.failure
  if (failure !== undefined)
    return (
      <>
        <Title text={uid} above={above()} />
        <Failure cause={failure} onRetry={again} />
      </>
    )
  if (loaded.current === undefined)
    return (
      <>
        <Title text={productWords.value.title} above={above()} />
        <Loading rows={10} />
      </>
    )
  const { before, shown } = loaded.current
  return mayCall(update) ? (
    <Change {...{ before, shown, uid }} onSaved={again} />
  ) : (
    <Read shown={shown} pictures={before.pictures} />
  )
}

/** For someone who reads only. */
const Read = ({ pictures, shown }: { readonly shown: Shown; readonly pictures: ReadonlyArray<Picture> }) => (
  <>
    <Title text={shown.title} above={above()} />
    {pictures.length > 0 && (
      <div class="pictures">
        <ul>
          {pictures.map(({ id, thumbnail }, at) => (
            <li key={id}>
              <figure class="tile">
                <img src={thumbnail} alt={productWords.value.picture(at + 1)} loading="lazy" />
              </figure>
            </li>
          ))}
        </ul>
      </div>
    )}
    <Facts area="products" part={read.output} value={{ ...shown, gallery: undefined }} />
  </>
)

interface ChangeProperties {
  readonly before: Draft
  readonly shown: Shown
  readonly uid: string
  readonly onSaved: () => void
}

const Change = ({ before, onSaved, shown, uid }: ChangeProperties) => {
  const [isRemoving, setRemoving] = useState(false)
  const editing = useEditing(before, uid, () => {
    say(words.value.saved)
    onSaved()
  })
  const uploads = useUploads((one) => editing.change((now) => ({ ...now, pictures: [...now.pictures, one] })))
  const { create_at, update_at } = shown as Shown & { readonly create_at: string; readonly update_at: string }
  const time = (text: string) => textOf(text, { kind: "instant" }, manner.value)
  return (
    <>
      <Title text={shown.title} above={above()}>
        <button type="button" class="button danger" onClick={() => setRemoving(true)}>
          {productWords.value.remove}
        </button>
      </Title>
      <p class="faint product-times">{productWords.value.since(time(create_at), time(update_at))}</p>
      <Editor isNew={false} editing={editing} uploads={uploads} />
      {isRemoving && (
        <Removal title={shown.title} uid={uid} onClose={() => setRemoving(false)} onGone={editing.discard} />
      )}
    </>
  )
}

interface RemovalProperties {
  readonly title: string
  readonly uid: string
  readonly onClose: () => void
  readonly onGone: () => void
}

const Removal = ({ onClose, onGone, title, uid }: RemovalProperties) => (
  <Dialog title={words.value.removeTitle(title)} kind="warning" onClose={onClose}>
    <p class="consequence">{productWords.value.removeConsequence}</p>
    <OperationForm
      operation={remove}
      fixed={{ uid }}
      submit={words.value.remove}
      onDone={() => {
        onGone()
        say(words.value.removed)
        go(["products"])
      }}
    />
  </Dialog>
)
