/** An answer as its receiver in this process reads it: once, as text or as bytes, whole or in pieces. */
import type { TransportResponse } from "@bottega/domain/contract"
import type { Answer } from "./answer.ts"

/** What a caller of this process receives: the same as over a socket. */
export const receivedOf = ({ body, status }: Answer, headers: Readonly<Record<string, string>>): TransportResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  text: async () => {
    if (typeof body === "string") return body
    let text = ""
    for await (const piece of asText(body)) text += piece
    return text
  },
  pieces: () => asText(body),
  bytes: () => asBytes(body)
})

async function* asText(body: Answer["body"]): AsyncGenerator<string> {
  if (typeof body === "string") return yield body
  const decoder = new TextDecoder()
  for await (const piece of body) yield typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })
}

async function* asBytes(body: Answer["body"]): AsyncGenerator<Uint8Array> {
  if (typeof body === "string") return yield Buffer.from(body)
  for await (const piece of body) yield typeof piece === "string" ? Buffer.from(piece) : piece
}
