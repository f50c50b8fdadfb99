/** Decodes the base64 in the query of a call whose body has none. */
import type { Base64Parameter, Refusal } from "@bottega/domain/contract"
import type { ParsedForm } from "@bottega/domain/form"
import { Effect, Result } from "effect"
import type { Call } from "../call.ts"
import { discard } from "../uploads.ts"
import { Base64Receiver } from "./receiver.ts"

/** Runs a call. If its transport has decoded no base64, what its trees hold is decoded first, into a file that lasts as long as the call. */
export const withUpload = <A, E, R>(
  base64: Base64Parameter | undefined,
  call: Call,
  use: (call: Call) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Refusal, R> =>
  base64 === undefined || call.upload !== undefined
    ? use(call)
    : Effect.acquireUseRelease(
        Effect.flatMap(
          Effect.promise(() => uploadIn(call.sent, new Base64Receiver(base64))),
          Effect.fromResult
        ),
        (upload) => use({ ...call, upload }),
        (upload) => Effect.promise(() => discard(upload))
      )

/** Decodes the values of the first tree that names the parameter. */
const uploadIn = async (sent: ReadonlyArray<ParsedForm>, receiver: Base64Receiver) => {
  const parsed = sent.find(({ root }) => root.children?.has(receiver.parameter.name))
  return parsed === undefined
    ? Result.succeed(undefined)
    : Result.map(await receiver.end(parsed), ({ upload }) => upload)
}
