/** Finds chunks of a damaged file on its pages, if neither their table nor its index leads to them. */
import { type Field, rowsOn } from "./leaves.ts"
import type { Raw } from "./raw.ts"

/** Finds chunks by their pages. */
export class ChunkPages {
  readonly #raw: Raw
  /** The page of each chunk; computed when the first is needed. */
  #pages: ReadonlyMap<string, number> | undefined

  constructor(raw: Raw) {
    this.#raw = raw
  }

  /** A chunk of the shop with this number; undefined if no complete row has it. */
  chunk(shop: number, upload: string, number: number): Uint8Array | undefined {
    this.#pages ??= pagesOf(this.#raw)
    const name = nameOf(shop, upload, number)
    let found: Uint8Array | undefined
    each(this.#raw, this.#pages.get(name) ?? 0, (one, bytes) => {
      if (one === name) found = bytes
    })
    return found
  }
}

const pagesOf = (raw: Raw): ReadonlyMap<string, number> => {
  const pages = new Map<string, number>()
  const unused = raw.free()
  for (let number = 2; number <= raw.count; number++)
    if (unused?.has(number) !== true) each(raw, number, (name) => pages.set(name, number))
  return pages
}

/** Yields each chunk that begins on a page; other rows have other fields. */
const each = ({ page }: Raw, number: number, onChunk: (name: string, bytes: Uint8Array) => void): void => {
  const bytes = number > 0 ? page(number) : undefined
  if (bytes === undefined) return
  rowsOn(
    bytes,
    page,
    () => true,
    (_, fields) => {
      if (isChunk(fields)) onChunk(nameOf(fields[1], fields[2], fields[3]), fields[4])
    }
  )
}

type ChunkRow = readonly [id: Field, shop: number, upload: string, number: number, bytes: Uint8Array]

const isChunk = (fields: ReadonlyArray<Field>): fields is ChunkRow =>
  fields.length === 5 &&
  typeof fields[1] === "number" &&
  typeof fields[2] === "string" &&
  typeof fields[3] === "number" &&
  fields[4] instanceof Uint8Array

const nameOf = (shop: number, upload: string, number: number): string => `${shop} ${upload} ${number}`
