/** A picture of the shop: by its address on this server, or by its id in the gallery. */
import { useAnswer } from "../call/asked.ts"
import { base, operationsById } from "../call/client.ts"
import { words } from "../words/words.ts"

/** Whether a value is the address of a picture that this server sends. The page's policy lets it show no other. */
export const isPicture = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith(`${base}/images/`)

interface Properties {
  readonly address: string
  readonly label?: string | undefined
}

export const Picture = ({ address, label = words.value.picture }: Properties) => (
  <img class="picture" src={address} alt={label} loading="lazy" decoding="async" />
)

const gallery = operationsById.get("gallery.list")!

/** Until the gallery has answered, and if it lacks the picture, the id is shown. */
export const GalleryPicture = ({ id, label }: { readonly id: string; readonly label?: string | undefined }) => {
  const { data } = useAnswer(gallery, { id })
  const [found] = (data ?? []) as ReadonlyArray<{ readonly thumbnail: string; readonly original: string }>
  const address = [found?.thumbnail, found?.original].find(isPicture)
  return address === undefined ? <span>{id}</span> : <Picture address={address} label={label} />
}
