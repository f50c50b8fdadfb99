/** A file that a store answers with, read as it arrives. */
import type { TransportResponse } from "@bottega/domain/contract"
import type { File } from "./calls.ts"
import { failureOf, NetworkError } from "./errors.ts"

/** The file of an answer whose body has not been read. */
export const fileOf = (received: TransportResponse, signal: AbortSignal | undefined): File => {
  const { headers } = received
  // What a proxy compressed, or sends on in pieces, does not say how long it is.
  const said = headers["content-encoding"] === undefined ? headers["content-length"] : undefined
  const size = said === undefined ? undefined : Number(said)
  return {
    type: headers["content-type"] ?? "",
    size,
    chunks: () => chunks(received, size, signal),
    bytes: async () => {
      const parts: Array<Uint8Array> = []
      for await (const part of chunks(received, size, signal)) parts.push(part)
      const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const part of parts) {
        all.set(part, at)
        at += part.length
      }
      return all
    }
  }
}

/** An incomplete file is rejected. */
async function* chunks(
  received: TransportResponse,
  size: number | undefined,
  signal: AbortSignal | undefined
): AsyncGenerator<Uint8Array> {
  let length = 0
  try {
    for await (const chunk of received.bytes()) {
      length += chunk.length
      if (size !== undefined && length > size) break
      yield chunk
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw failureOf(cause)
  }
  if (size !== undefined && length !== size)
    throw new NetworkError(new Error("the file is shorter or longer than its answer says"))
}
