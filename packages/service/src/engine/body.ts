/** What was read of a body. */
import type { ParsedForm } from "@bottega/domain/form"
import type { Upload } from "./session.ts"

/** The content of multipart data: parameters, and the file if the operation takes one, until `discard` removes it. */
export interface Body {
  readonly parsed: ParsedForm
  readonly upload?: Upload | undefined
}
