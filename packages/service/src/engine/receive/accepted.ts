/** What the bodies of an endpoint may hold, worked out once. */
import {
  type Any,
  type Base64Parameter,
  base64Of,
  filesOf,
  heldBytesOf,
  maxBytesOf,
  maxUploadBytes,
  type Refusal
} from "@bottega/domain/contract"
import { type BodyLimits, bodyTimeoutMs } from "./bounds.ts"
import { restTooLarge, uploadTooLarge } from "./uploads.ts"

/** What the bodies of an endpoint may hold. */
export interface Accepted {
  readonly limits: BodyLimits
  readonly isUpload: boolean
  /** The parameters that are files. */
  readonly files: ReadonlySet<string>
  readonly base64: Base64Parameter | undefined
  /** The bytes of all that is not a file or base64, which is held in memory, and the refusal of more. */
  readonly maxHeldBytes: number
  readonly heldTooLarge: Refusal
}

/** What the bodies of an endpoint may hold. */
export const acceptedBy = (endpoint: Any): Accepted => ({
  limits: limitsOf(endpoint),
  isUpload: endpoint.upload,
  files: filesOf(endpoint),
  base64: base64Of(endpoint),
  maxHeldBytes: heldBytesOf(endpoint),
  heldTooLarge: heldTooLargeOf(endpoint)
})

const limitsOf = (endpoint: Any): BodyLimits => {
  const maxBytes = maxBytesOf(endpoint)
  if (base64Of(endpoint) !== undefined) return { namedBytes: maxBytes, maxBytes, timeoutMs: undefined }
  return endpoint.upload
    ? { namedBytes: maxUploadBytes, maxBytes: maxUploadBytes + maxBytes, timeoutMs: undefined }
    : { namedBytes: maxBytes, maxBytes, timeoutMs: bodyTimeoutMs }
}

const heldTooLargeOf = (endpoint: Any): Refusal => {
  const held = heldBytesOf(endpoint)
  if (base64Of(endpoint) !== undefined) return restTooLarge(held, { what: "base64", maxBytes: maxBytesOf(endpoint) })
  return endpoint.upload ? restTooLarge(held, { what: "file", maxBytes: maxUploadBytes }) : uploadTooLarge(held)
}
