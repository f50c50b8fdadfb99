/** How large a request may be, derived from the parameters that its endpoint declares. */
import type { Any } from "./endpoint.ts"
import { fieldsOf } from "./fields.ts"
import { oncePer } from "./once.ts"
import { partsIn, type Shape } from "./shape.ts"

const MiB = 1024 * 1024
/** The maximum size of an uploaded file, in bytes. */
export const maxUploadBytes = 50 * MiB

/** A parameter that is base64 of a file. */
export interface Base64Parameter {
  readonly name: string
  readonly maxCharacters: number
}

/** The maximum size of an endpoint's parameters without files, in bytes: 2 MiB, or more if it takes larger values. */
export const maxBytesOf = (endpoint: Any): number => sizesOf(endpoint).maxBytes
/** The maximum size in bytes of the parameters held in memory as text: all but base64, which goes to the disk. */
export const heldBytesOf = (endpoint: Any): number => (base64Of(endpoint) === undefined ? maxBytesOf(endpoint) : usual)
/** The parameters of an endpoint that are files. */
export const filesOf = (endpoint: Any): ReadonlySet<string> => sizesOf(endpoint).files
/** The parameter of an endpoint that is base64 of a file, if it has one. */
export const base64Of = (endpoint: Any): Base64Parameter | undefined => sizesOf(endpoint).base64

const usual = 2 * MiB

/** They are asked for at each request, and found once. */
const sizesOf = oncePer((endpoint: Any) => {
  const fields = fieldsOf(endpoint)
  const base64 = fields.find(({ kind }) => kind === "base64")
  return {
    maxBytes: Math.max(usual, ...fields.map(largest)),
    files: new Set(fields.flatMap(({ kind, name }) => (kind === "file" ? [name] : []))),
    base64: base64 && { name: base64.name, maxCharacters: base64.maxBytes! }
  }
})

const largest = (shape: Shape): number => Math.max(shape.maxBodyBytes ?? 0, ...partsIn(shape).map(largest))
