/** A file that a store answers with, read as it arrives. */
import type { TransportResponse } from "@bottega/domain/contract"
import type { File } from "./calls.ts"
import { NetworkError } from "./errors.ts"

/** The file of an answer whose body has not been read. */
export const fileOf = (received: TransportResponse): File => {
  const { headers } = received
  const size = Number(headers["content-length"] ?? 0)
  return {
    type: headers["content-type"] ?? "",
    size,
    chunks: () => chunks(received, size),
    bytes: async () => {
      const all = new Uint8Array(size)
      let at = 0
      for await (const chunk of chunks(received, size)) {
        all.set(chunk, at)
        at += chunk.length
      }
      return all
    }
  }
}

/** An incomplete file is rejected. */
async function* chunks(received: TransportResponse, size: number): AsyncGenerator<Uint8Array> {
  let left = size
  try {
    for await (const chunk of received.bytes()) {
      left -= chunk.length
      if (left < 0) break
      yield chunk
    }
  } catch (cause) {
    throw new NetworkError(cause)
  }
  if (left !== 0) throw new NetworkError(new Error("the file is shorter or longer than its answer says"))
}
