/** The limits of an archive. Unpacking takes time for each unpacked byte, so these are limited too. */

const MiB = 1024 * 1024

/** Files and folders of a package. */
export const maxEntries = 2000
/** Bytes of one file, once it is inflated, and of all files together. */
export const maxFileBytes = 5 * MiB
export const maxUnpackedBytes = 50 * MiB
/** A file of more than these bytes may not be so many times as large as it is packed. */
export const ratioAboveBytes = 64 * 1024
export const maxRatio = 100
/** Bytes of a path and of a part of it, in UTF-8, and folders within folders. */
export const maxPathBytes = 1024
export const maxPartBytes = 255
export const maxDepth = 32

/** An archive that was read whole, or what is wrong with it, as the end of a sentence. */
export type Checked = Unpacked | { readonly wrong: string }

/** What is in an archive. */
export interface Unpacked {
  readonly files: number
  readonly unpackedBytes: number
}

/** Something is wrong with an archive; its message is the end of a sentence about it. */
export class Wrong extends Error {}

/** The name of an entry in a sentence: cut, and without characters that a terminal obeys. */
export const quoted = (name: string): string =>
  JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name).replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, "0")}`
  )
