/** Receives a form or JSON of an endpoint that takes base64, a chunk at a time, whatever transport brings it. */
import { isUtf8 } from "node:buffer"
import { invalid, type Refusal } from "@bottega/domain/contract"
import { Result } from "effect"
import type { Body } from "../body.ts"
import { uploadTooLarge } from "../uploads.ts"
import { type BodyType, readBody } from "../wire.ts"
import { FormScanner } from "./form-scanner.ts"
import { JsonScanner } from "./json-scanner.ts"
import type { Base64Receiver } from "./receiver.ts"
import type { Scanner } from "./scanner.ts"

/** The scanner for a body of a media type. */
export const scannerOf = (media: Exclude<BodyType, "multipart">, receiver: Base64Receiver): Scanner =>
  media === "json" ? new JsonScanner(receiver) : new FormScanner(receiver)

/** The parameters of a body, from what its scanner left and what the receiver decoded. */
export const parametersOf = async (
  media: BodyType,
  rest: Buffer,
  receiver: Base64Receiver
): Promise<Result.Result<Body, Refusal>> => {
  if (isUtf8(rest)) return receiver.end(readBody(media, rest.toString("utf8")))
  await receiver.abandon()
  return Result.fail(invalid([{ path: "", message: "the body is not UTF-8" }]))
}

/** The parameters of a body that is in memory already, within so many bytes beside its base64. */
export const receiveWhole = async (
  media: Exclude<BodyType, "multipart">,
  text: string,
  receiver: Base64Receiver,
  maxRestBytes: number
): Promise<Result.Result<Body, Refusal>> => {
  const scan = scannerOf(media, receiver)
  const rest = Buffer.concat(scan.push(Buffer.from(text)))
  scan.end()
  if (rest.length <= maxRestBytes) return parametersOf(media, rest, receiver)
  await receiver.abandon()
  return Result.fail(uploadTooLarge(maxRestBytes))
}
