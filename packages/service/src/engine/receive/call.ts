/** A call as its transport passes it to the service. */
import type { ParsedForm } from "@bottega/domain/form"
import type { Calling } from "@bottega/storage"
import type { Effect } from "effect"
import type { Conditions } from "../answer/file-answer.ts"
import type { Room } from "../answer/room.ts"
import type { Upload } from "./uploads.ts"

/** A call after its admission. */
export interface Call {
  readonly requestId: string
  readonly ip: string
  readonly base: string
  /** Parameters as sent: body, then query. The first source that names a parameter counts. */
  readonly sent: ReadonlyArray<ParsedForm>
  readonly idempotencyKey?: string | undefined
  /** The header Prefer, by which a caller asks for a refusal on a server for development. */
  readonly prefer?: string | undefined
  /** The complete request of a read, as the key of its cached answer; see `Service.again`. */
  readonly question?: string | undefined
  /** The requested part of a file, for an answer of bytes. */
  readonly conditions?: Conditions | undefined
  /** The file. The tree has the file's name under the parameter's name, so that the schema can require it. */
  readonly upload?: Upload | undefined
  /** Counts the bytes of its answer while it is being made; absent for a call in this process. */
  readonly room?: Room | undefined
  /** Ends when the caller has left. It stops a waiting read and a preparation, but never a decision or a commit. */
  readonly gone?: Effect.Effect<void> | undefined
  /** Its turns of the event loop; made by the service if the transport has none. */
  readonly calling?: Calling | undefined
}
