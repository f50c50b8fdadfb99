/** Decodes base64 that no scanner has seen: of a query, or of a list's member. */
import type { Refusal } from "@bottega/domain/contract"
import type { ParsedForm } from "@bottega/domain/form"
import { Effect, Result } from "effect"
import type { Call, Operation } from "../operation.ts"
import type { Upload } from "../session.ts"
import { discard } from "../uploads.ts"
import { Base64Receiver } from "./receiver.ts"
import { inBytes } from "./value.ts"

/** Runs a call. If its transport has decoded no base64, what its trees hold is decoded first, into a file that lasts as long as the call. */
export const withUpload = <A, E, R>(
  { base64 }: Operation,
  call: Call,
  use: (call: Call) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Refusal, R> =>
  base64 === undefined || call.upload !== undefined
    ? use(call)
    : Effect.acquireUseRelease(
        Effect.flatMap(
          Effect.promise(() => extractFrom(call.sent, new Base64Receiver(base64))),
          Effect.fromResult
        ),
        (upload) => use({ ...call, upload }),
        (upload) => Effect.promise(() => discard(upload))
      )

/** Decodes the values that the first tree has of the parameter, and puts their digests in their places. */
const extractFrom = async (
  sent: ReadonlyArray<ParsedForm>,
  receiver: Base64Receiver
): Promise<Result.Result<Upload | undefined, Refusal>> => {
  const { name } = receiver.parameter
  const parsed = sent.find(({ root }) => root.children?.has(name))
  for (const text of parsed?.root.children?.get(name)?.values?.slice(0, 2) ?? []) {
    const value = receiver.begin()
    value.push(inBytes(text))
    value.end()
  }
  if (parsed === undefined) return Result.succeed(undefined)
  return Result.map(await receiver.end(parsed), ({ upload }) => upload)
}
