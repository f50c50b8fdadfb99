/** The form of a product. */
import { shop } from "../call/session.ts"
import { problemsElsewhere } from "../form/problems.ts"
import { linkTo } from "../page/router.ts"
import { words as shared } from "../words/words.ts"
import { Description } from "./description.tsx"
import { Check, Counted, Text } from "./fields.tsx"
import { Attributes, Organisation } from "./organisation.tsx"
import { Pictures } from "./pictures.tsx"
import type { Editing } from "./saving.ts"
import type { Uploads } from "./uploads.ts"
import { Variants } from "./variants.tsx"
import { productWords } from "./words.ts"

interface Properties {
  readonly editing: Editing
  readonly uploads: Uploads
  readonly isNew: boolean
}

export const Editor = ({ editing, isNew, uploads }: Properties) => {
  const { change, draft, failure, problems, rowProblems, save } = editing
  const elsewhere = problemsElsewhere(problems, placed)
  const atFields = Object.keys(problems).length - elsewhere.length
  const words = productWords.value
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!uploads.isBusy && !editing.isSaving) void save()
  }
  return (
    <form class="product" onSubmit={submit} noValidate>
      {failure !== undefined && (
        <div class="failure" role="alert">
          <p>{atFields > 0 ? shared.value.wrong(atFields) : failure}</p>
          {elsewhere.map((one) => (
            <p key={one}>{one.join(" ")}</p>
          ))}
        </div>
      )}
      <div class="product-main">
        <section class="card">
          <Text name="title" label={words.title} editing={editing} isRequired />
          <Description
            value={draft.description}
            problem={problems["description"]}
            onInput={(description) => change((one) => ({ ...one, description }))}
          />
        </section>
        <section class="card">
          <h2>{words.pictures}</h2>
          <Pictures
            {...{ uploads }}
            pictures={draft.pictures}
            problem={problems["image_id"] ?? problems["gallery"]}
            onChange={(next) => change((one) => ({ ...one, pictures: next(one.pictures) }))}
          />
        </section>
        <Trade editing={editing} />
        <section class="card">
          <h2>
            {words.variants} {draft.rows.length > 0 && <span class="count">{draft.rows.length}</span>}
          </h2>
          <Variants draft={draft} problems={rowProblems} onChange={change} />
        </section>
        <section class="card">
          <h2>{words.seo}</h2>
          <p class="help">{words.seoHelp}</p>
          <Text name="seo_title" label={words.seoTitle} editing={editing} />
          <Text name="seo_description" label={words.seoDescription} editing={editing} />
          <Text name="seo_keywords" label={words.seoKeywords} editing={editing} />
        </section>
      </div>
      <div class="product-side">
        <section class="card">
          <h2>{words.visible}</h2>
          <Check label={words.shown} isOn={draft.status} onToggle={(status) => change((one) => ({ ...one, status }))} />
        </section>
        <section class="card">
          <h2>{words.sorting}</h2>
          <Organisation draft={draft} problems={problems} onChange={change} />
        </section>
        <section class="card">
          <h2>{words.attributes}</h2>
          <Attributes draft={draft} problems={problems} onChange={change} />
        </section>
      </div>
      {(isNew || editing.isChanged) && <SaveBar {...{ editing, isNew, uploads }} />}
    </form>
  )
}

/** The parameters that the form shows at their fields. */
const placed = [
  ...[
    "title",
    "code",
    "price",
    "final_price",
    "quantity",
    "description",
    "brandUID",
    "tax_profile",
    "categories",
    "tags"
  ],
  ...["attributes", "image_id", "gallery", "variants", "seo_title", "seo_description", "seo_keywords"]
]

/** Price, SKU and stock. */
const Trade = ({ editing }: { readonly editing: Editing }) => {
  const { change, draft } = editing
  const currency = shop.value?.currency ?? "EUR"
  const words = productWords.value
  const hasVariants = draft.rows.some(({ isSold }) => isSold)
  return (
    <section class="card">
      <h2>
        {words.pricing} · {words.stock}
      </h2>
      <div class="columns">
        <Text name="price" label={words.price(currency)} editing={editing} mode="decimal" isRequired />
        <Text
          name="final_price"
          label={words.reduced(currency)}
          editing={editing}
          mode="decimal"
          help={words.reducedHelp}
        />
        <Text name="code" label={words.sku} editing={editing} help={words.skuHelp} isRequired />
        {hasVariants || draft.unlimited ? (
          <Counted draft={draft} />
        ) : (
          <Text name="quantity" label={words.quantity} editing={editing} mode="numeric" help={words.quantityHelp} />
        )}
      </div>
      <Check
        label={words.unlimited}
        help={words.unlimitedHelp}
        isOn={draft.unlimited}
        onToggle={(unlimited) => change((one) => ({ ...one, unlimited }))}
      />
      {draft.code !== "" && (
        <p>
          <a href={hasVariants ? linkTo(["inventory"], { sku: draft.code }) : linkTo(["inventory", draft.code])}>
            {words.movements}
          </a>
        </p>
      )}
    </section>
  )
}

/** Saves or discards; it stays in view, and says what is lost. */
const SaveBar = ({ editing, isNew, uploads }: Properties) => {
  const { discard, draft, isChanged, isSaving } = editing
  const words = productWords.value
  const gone = draft.rows.filter(({ isSold, isStored }) => isStored && !isSold)
  const pieces = gone.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)
  return (
    <div class="save-bar">
      <p role="status">
        {uploads.isBusy ? words.waitForPictures : isChanged && !isNew ? words.unsaved : ""}
        {gone.length > 0 && <b class="consequence"> {words.removes(gone.length, pieces)}</b>}
      </p>
      {isChanged && (
        <button type="button" class="button" disabled={isSaving} onClick={discard}>
          {words.discard}
        </button>
      )}
      <button type="submit" class="primary" disabled={isSaving || uploads.isBusy}>
        {isSaving ? words.saving : isNew ? words.create : words.save}
      </button>
    </div>
  )
}
