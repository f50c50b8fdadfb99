/**
 * Requests that a raw connection can send and no HTTP library does: malformed requests, and bodies that are cut off,
 * never end, or are never read.
 */
import { setTimeout } from "node:timers/promises"
import type { Chance } from "@bottega/service/demo"
import { Connection, type Outcome } from "./connection.ts"
import { chunkedBodies, headers, heads, heavyBodies, methods, paths } from "./malformed.ts"
import { bytesOf, type Request, send } from "./request.ts"
import type { Stage } from "./stage.ts"

/** The inputs of a rough case. */
export interface RoughInputs {
  readonly url: string
  readonly stage: Stage
  readonly chance: Chance
  /** Makes a valid request. */
  readonly right: () => Request
}

/** What was sent, as text, and the outcome. */
export interface Tried {
  readonly request: Request
  readonly outcome: Outcome
  /** The server owes an answer: it may not simply close the connection. */
  readonly owed: boolean
}

/** One kind of rough case. */
export interface Rough {
  readonly name: string
  readonly run: (given: RoughInputs) => Promise<ReadonlyArray<Tried>>
}

/** The cases, weighted by how often each is used. */
export const roughCases: ReadonlyArray<readonly [number, Rough]> = [
  [
    4,
    {
      name: "malformed request line",
      run: (given) => alone(given, `${given.chance.of(heads)}\r\nHost: a\r\n\r\n`, false)
    }
  ],
  [
    4,
    {
      name: "malformed headers",
      run: (given) => alone(given, `GET ${given.right().target} HTTP/1.1\r\n${given.chance.of(headers)}\r\n\r\n`, false)
    }
  ],
  [4, { name: "unknown path", run: (given) => unknownPath(given) }],
  [4, { name: "unusual method", run: (given) => unusualMethod(given) }],
  [3, { name: "malformed chunks", run: (given) => malformedChunks(given) }],
  [4, { name: "pipelined", run: (given) => pipelined(given) }],
  [3, { name: "closed early", run: (given) => closedEarly(given) }],
  [1, { name: "slow body", run: (given) => slowBody(given) }],
  [1, { name: "unread answers", run: (given) => unread(given) }],
  [0.2, { name: "heavy body", run: (given) => heavyBody(given) }]
]

/** Only the answer counts: while the server waits for more bytes, it may also find the connection closed. */
const alone = async ({ url }: RoughInputs, text: string, owed: boolean): Promise<ReadonlyArray<Tried>> => {
  const raw = Buffer.from(text, "latin1")
  const connection = new Connection(url)
  const [method = "", target = "/"] = text.split(" ", 2)
  const sent = connection.send(raw, { head: method === "HEAD" })
  const outcome = owed ? await sent : await Promise.race([sent, setTimeout(giveUpMs, closed)])
  connection.close()
  return [{ request: { name: "", method, target, headers: [], raw }, outcome, owed }]
}
const closed = { none: "closed" }
/** Milliseconds after which a case that is owed no answer, and that the server may wait on, is abandoned. */
const giveUpMs = 2000

const credentials = ({ right }: RoughInputs): string =>
  right()
    .headers.filter(([name]) => /^(key|exchange|authorization)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

const unknownPath = (given: RoughInputs) =>
  alone(
    given,
    `${given.chance.of(["GET", "POST"])} ${given.chance.of(paths)} HTTP/1.1\r\nHost: a\r\n${credentials(given)}\r\n`,
    true
  )

const unusualMethod = (given: RoughInputs) => {
  const { chance, right } = given
  const shown = chance.is(0.5) ? credentials(given) : ""
  const body = chance.of([
    "",
    'Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
    "Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx"
  ])
  return alone(
    given,
    `${chance.of(methods)} ${right().target} HTTP/1.1\r\nHost: a\r\n${shown}${body === "" ? "\r\n" : body}`,
    true
  )
}

const malformedChunks = (given: RoughInputs) =>
  alone(
    given,
    `POST ${given.right().target} HTTP/1.1\r\nHost: a\r\n${credentials(given)}Transfer-Encoding: chunked\r\n\r\n${given.chance.of(chunkedBodies)}`,
    false
  )

const pipelined = async ({ chance, right, url }: RoughInputs): Promise<ReadonlyArray<Tried>> => {
  const connection = new Connection(url)
  const requests = Array.from({ length: chance.int(2, 10) }, right).map(
    ({ pieces: _, waits: __, ...request }) => request
  )
  const tried = await Promise.all(
    requests.map(
      async (request): Promise<Tried> => ({ request, outcome: await send(connection, request), owed: false })
    )
  )
  connection.close()
  return tried
}

const closedEarly = async ({ chance, right, url }: RoughInputs): Promise<ReadonlyArray<Tried>> => {
  const { body, head } = bytesOf(right())
  const all = Buffer.concat([head, body])
  const connection = new Connection(url)
  await connection.write(all.subarray(0, chance.int(1, all.length)), [chance.int(1, all.length)])
  await setTimeout(chance.of([0, 1, 5, 20]))
  connection.close()
  return []
}

/** A body that is announced and begun but never ends. */
const slowBody = async ({ chance, right, url }: RoughInputs): Promise<ReadonlyArray<Tried>> => {
  const { body = Buffer.from("a=1"), chunks: _, waits: __, ...request } = right()
  const { head } = bytesOf({ ...request, body: Buffer.alloc(chance.of([body.length + 10, 100_000, 5_000_000])) })
  const connection = new Connection(url)
  const answered = connection.send(head)
  for (const end = Date.now() + chance.of([50, 500, 2000]); Date.now() < end && connection.open; ) {
    await connection.write(body.subarray(0, chance.int(1, 20)))
    await setTimeout(20)
  }
  connection.close()
  return [{ request: { ...request, raw: head }, outcome: await answered, owed: false }]
}

const unread = async ({ chance, right, url }: RoughInputs): Promise<ReadonlyArray<Tried>> => {
  const { head } = bytesOf({
    ...right(),
    method: "GET",
    target: chance.of(["/docs/scalar.js", "/openapi.json", "/metrics"])
  })
  const connection = new Connection(url)
  connection.pause()
  await connection.write(Buffer.concat(Array.from({ length: chance.int(1, 40) }, () => head)))
  await setTimeout(chance.of([10, 100, 1000]))
  connection.close()
  return []
}

const heavyBody = async ({ chance, right, stage, url }: RoughInputs): Promise<ReadonlyArray<Tried>> => {
  const { body: _, chunks: __, headers, pieces: ___, waits: ____, ...plain } = right()
  const [type, text] = chance.of(heavyBodies)
  const kept = headers.filter(([name]) => /^(key|exchange|authorization)$/i.test(name))
  const method = plain.method === "GET" ? "POST" : plain.method
  const request: Request = {
    ...plain,
    method,
    headers: [["Host", stage.host], ...kept, ["Content-Type", type]],
    body: Buffer.from(text())
  }
  const connection = new Connection(url)
  const outcome = await send(connection, request)
  connection.close()
  return [{ request, outcome, owed: false }]
}
