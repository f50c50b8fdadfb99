/** An endpoint with its handler, ready to run, and the call that a transport passes to it. */
import {
  type Any,
  type Base64Parameter,
  base64Of,
  type Contract,
  type Entry,
  entries,
  type Reader,
  reader
} from "@bottega/domain/contract"
import type { ParsedForm } from "@bottega/domain/form"
import type { Effect, Schema } from "effect"
import type { Conditions } from "./file-answer.ts"
import type { Handler } from "./handler.ts"
import type { Upload } from "./session.ts"

/** An endpoint ready to run. */
export interface Operation extends Entry, Reader {
  readonly handle: Handler<Any>
  /** The base64 parameter whose bytes are the call's upload, if there is one. */
  readonly base64?: Base64Parameter | undefined
}

/** A call after its admission. */
export interface Call {
  readonly requestId: string
  readonly ip: string
  readonly base: string
  /** Parameters as sent: body, then query. The first source that names a parameter wins. */
  readonly sent: ReadonlyArray<ParsedForm>
  readonly idempotencyKey?: string | undefined
  /** The complete request of a read, as the key of its cached answer; see `Service.again`. */
  readonly question?: string | undefined
  /** What is asked of a file, for an answer of bytes. */
  readonly conditions?: Conditions | undefined
  /** The file; the tree holds its name under the parameter's, so that the schema can require it. */
  readonly upload?: Upload | undefined
  /** Ends when the caller has left. It stops a preparation, never a decision or a commit. */
  readonly gone?: Effect.Effect<void> | undefined
}

/** Handlers by the names of their areas and endpoints. */
export type AllHandlers = Readonly<Record<string, Readonly<Record<string, Handler<Any>>>>>

/** Every endpoint of a contract with its handler. */
export const operationsOf = (contract: Contract, handlers: AllHandlers): ReadonlyArray<Operation> =>
  entries(contract).map((entry) => ({
    ...entry,
    base64: base64Of(entry.endpoint),
    ...reader((entry.endpoint.input as Schema.Top).ast),
    handle: handlers[entry.area]![entry.name]!
  }))
