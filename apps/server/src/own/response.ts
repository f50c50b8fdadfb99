/** The responses of a server of our own: texts of plain ASCII are written as what needs no encoding. */
import { type IncomingMessage, ServerResponse } from "node:http"

/** A response that writes plain ASCII faster: it is the same in Latin-1, which Node copies as it is. */
export class AsciiResponse extends ServerResponse<IncomingMessage> {
  // Fastify calls it with all three arguments.
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const isAscii = typeof chunk === "string" && encoding == null && Buffer.byteLength(chunk) === chunk.length
    return super.end(chunk, (isAscii ? "latin1" : encoding) as BufferEncoding, callback as () => void)
  }
}
