/**
 * An answer that our own server writes as text is, byte for byte, the one that Fastify and Node make. HEAD is always
 * answered by those two, so its head is compared with that of GET.
 */
import { get, Int, page, Text } from "@bottega/domain/contract"
import { Effect, Schema } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { AsciiResponse } from "../src/http/response.ts"
import { adding, given, type Options, opened, operation } from "./given.ts"
import { sendText } from "./raw.ts"

const texts = get("/texts.json", { summary: "Texts.", input: { text: Text }, output: Schema.Unknown })
const numbers = page("/numbers.json", {
  summary: "Numbers.",
  input: { status: Schema.optionalKey(Int), cursor: Schema.optionalKey(Text) },
  output: Schema.Array(Int)
})
const counted = get("/counted.json", { summary: "Counted.", output: Schema.Unknown, throttle: "updates" })
const change = adding(
  operation(texts, (input: { readonly text: string }) => Effect.succeed(input.text)),
  operation(numbers, () => Effect.succeed({ items: [1, 2], next: { value: 2, key: "b" } })),
  operation(counted, () => Effect.succeed({}))
)

let close = () => Promise.resolve()
afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

const serving = async (options: Options = {}) => {
  const server = await given({ change, ...options })
  close = async () => void (await server.close())
  const shop = await opened(server)
  const port = Number(new URL(await server.listen(0, "127.0.0.1")).port)
  const request = (line: string, more = "") =>
    `${line}\r\nHost: shop.example\r\nkey: ${shop.reading.key}\r\nexchange: ${shop.reading.exchange}\r\nX-Request-Id: one\r\n${more}\r\n`
  /** The answers to requests that are sent one after the other on one connection. */
  const ask = async (...lines: ReadonlyArray<string>): Promise<ReadonlyArray<Given>> => {
    const requests = lines.map((line) => request(`${line} HTTP/1.1`))
    return answersOf(await sendText(port, requests.join("") + request("GET /healthz HTTP/1.1", last)), lines)
  }
  const alone = (version: string, more: string) =>
    sendText(port, request(`GET /v1.1/texts.json?text=a HTTP/${version}`, more))
  return { ask, alone, written: vi.spyOn(AsciiResponse.prototype, "answer") }
}
const last = "Connection: close\r\n"

interface Given {
  readonly head: string
  readonly body: string
}

/** The answers in what a connection received, without what differs from one call to the next. */
const answersOf = (received: string, lines: ReadonlyArray<string>): ReadonlyArray<Given> => {
  let rest = received
  return lines.map((line) => {
    const end = rest.indexOf("\r\n\r\n") + 4
    const head = rest.slice(0, end)
    const length = line.startsWith("HEAD") ? 0 : Number(/^content-length: (\d+)/m.exec(head)![1])
    const body = rest.slice(end, end + length)
    rest = rest.slice(end + length)
    return { head: head.replace(/^Date: .*/m, "").replaceAll(/\d+(?=\/(?:5|100000)\r)|(?<=r=)\d+;t=\d+/g, "n"), body }
  })
}

describe("an answer that is written as text", () => {
  for (const [name, options] of Object.entries<Options>({
    "as it is by default": {},
    "without limits": { throttle: false },
    "without CORS": { cors: false },
    "with further headers of limits": { limitHeaders: ["X-Shop-Limit", "RateLimit"] }
  }))
    it(`is the same, byte for byte: ${name}`, async () => {
      const { ask, written } = await serving(options)
      const paths = [
        "texts.json?text=plain",
        "texts.json?text=Perch%C3%A9",
        "texts.json?text=%E6%96%87",
        "counted.json"
      ]
      const pages = ["numbers.json?status=3", "numbers.json?status=3&status=4&", "numbers.json"]
      for (const path of [...paths, ...pages]) {
        const [head, first, again] = await ask(...["HEAD", "GET", "GET"].map((method) => `${method} /v1.1/${path}`))
        // The second answer repeats the first.
        for (const { body, head: own } of [first!, again!]) {
          expect(own).toBe(head!.head)
          expect(body).toBe(first!.body)
        }
      }
      expect(written).toHaveBeenCalledTimes(2 * (paths.length + 1))
    })

  it("encodes what is not ASCII", async () => {
    const { ask } = await serving()
    const bodies = (await ask("GET /v1.1/texts.json?text=Perch%C3%A9", "GET /v1.1/texts.json?text=%E6%96%87")).map(
      ({ body }) => Buffer.from(body, "latin1").toString()
    )
    expect(bodies).toEqual(['"Perché"', '"文"'])
  })

  it("is not sent where the connection closes after it", async () => {
    const { alone, written } = await serving()
    for (const answer of [await alone("1.1", last), await alone("1.0", "")]) {
      expect(answer).toContain("Connection: close\r\n")
      expect(answer).toMatch(/\r\n\r\n"a"$/)
    }
    expect(written).not.toHaveBeenCalled()
  })
})
