/** The parameters and the file that were read from a body. */
import type { ParsedForm } from "@bottega/domain/form"
import type { Upload } from "./uploads.ts"

/** The content of multipart data: parameters, and the file if the operation takes one, until `discard` removes it. */
export interface Body {
  readonly parsed: ParsedForm
  readonly upload?: Upload | undefined
  /** The text that was read, unless it is long or has a file in it. */
  readonly text?: string | undefined
}
