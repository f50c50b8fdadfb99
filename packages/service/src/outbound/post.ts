/** One outbound call: a POST to a checked address, bounded in time and in the size of the answer. */
import { request as secure } from "node:https"
import { Effect } from "effect"
import { BlockedUrl, type Destination, destination } from "./address.ts"

// An import would read every export of the module, and one of them loads `fetch`, which costs 16 MB and 50 ms.
const { request: plain } = process.getBuiltinModule("node:http")

/** A request to send, and its limits. */
export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds for the whole call, from resolving the name to the last byte of the answer. */
  readonly within: number
  /** The maximum size of the answer in bytes; a longer one is a failure. */
  readonly most: number
}

/** The answer, whatever its status. A redirect is an answer like any other and is never followed. */
export interface PostResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

/** Posts; fails with the reason if the url may not be called, is unreachable, or answers too late or too much. */
export const post = (posting: PostRequest): Effect.Effect<PostResponse, BlockedUrl> =>
  Effect.flatMap(destination(posting.url), (to) => send(to, posting)).pipe(
    Effect.timeoutOrElse({
      duration: posting.within,
      orElse: () => Effect.fail(new BlockedUrl({ reason: `did not answer within ${posting.within} ms` }))
    })
  )

const send = ({ address, family, url }: Destination, { body, headers, most }: PostRequest) =>
  Effect.callback<PostResponse, BlockedUrl>((resume) => {
    const fail = (reason: string) => resume(Effect.fail(new BlockedUrl({ reason })))
    const call = (url.protocol === "https:" ? secure : plain)(
      url,
      {
        method: "POST",
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" },
        // A separate connection to the checked address; the certificate is still verified for the host's name.
        agent: false,
        lookup: (_host, { all }, found) =>
          all === true ? found(null, [{ address, family }]) : found(null, address, family)
      },
      (answer) => {
        const pieces: Array<Buffer> = []
        let size = 0
        answer.on("data", (piece: Buffer) => {
          size += piece.length
          if (size <= most) return void pieces.push(piece)
          fail(`answered more than ${most} bytes`)
          call.destroy()
        })
        answer.on("error", (error) => fail(error.message))
        answer.on("end", () =>
          resume(
            Effect.succeed({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(pieces).toString("utf8")
            })
          )
        )
      }
    )
    call.on("error", (error) => fail(error.message))
    call.end(body)
    return Effect.sync(() => call.destroy())
  })
