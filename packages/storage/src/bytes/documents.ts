/** The documents that record which bytes a shop has, and which chunks belong to no bytes. */
import { type Collection, collection, number, text } from "@bottega/domain/contract"
import { Schema } from "effect"

/** Bytes that a shop has, by the SHA-256 of their content in lower-case hex. */
export interface Content {
  readonly sha256: string
  /** The length in bytes. */
  readonly size: number
  /** The upload whose chunks they are, and the size of each chunk but the last one. */
  readonly upload: string
  readonly chunkBytes: number
}

/** An upload whose chunks belong to no content: they are being written or will be removed. */
export interface Upload {
  readonly id: string
  /** When it last reported progress, in milliseconds. */
  readonly at: number
  /** False once it was abandoned. */
  readonly open: boolean
}

/** Names bytes from the moment they are stored until a commit names them, or until the claim expires. */
export interface Claim {
  readonly id: string
  readonly sha256: string
  readonly size: number
  /** When the bytes were stored, in milliseconds. */
  readonly at: number
}

/** The bytes of each shop. */
export const contents: Collection<Content> = collection(
  "bytes",
  Schema.Struct({ sha256: Schema.String, size: Schema.Number, upload: Schema.String, chunkBytes: Schema.Number }),
  { key: ({ sha256 }) => sha256 }
)

/** The uploads of each shop. */
export const uploads: Collection<Upload, "at"> = collection(
  "uploads",
  Schema.Struct({ id: Schema.String, at: Schema.Number, open: Schema.Boolean }),
  { key: ({ id }) => id, lookups: { at: number(({ at }) => at) }, orders: [["at"]] }
)

/** The claims of each shop. */
export const claims: Collection<Claim, "at" | "sha256"> = collection(
  "claims",
  Schema.Struct({ id: Schema.String, sha256: Schema.String, size: Schema.Number, at: Schema.Number }),
  {
    key: ({ id }) => id,
    lookups: { at: number(({ at }) => at), sha256: text(({ sha256 }) => sha256) },
    orders: [["at"]],
    bytes: "sha256"
  }
)
