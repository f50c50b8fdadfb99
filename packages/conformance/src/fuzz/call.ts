/** Makes requests of an operation: nearly all are well-formed HTTP, and most are valid. */
import { type Entry, pathOf } from "@bottega/domain/contract"
import type { Chance } from "@bottega/service/demo"
import { encodedInQuery, encodings } from "./encoded.ts"
import { garbled } from "./garbled.ts"
import { hostileTexts } from "./hostile.ts"
import type { Way } from "./learned.ts"
import { mutated } from "./mutated.ts"
import type { Request } from "./request.ts"
import type { Stage } from "./stage.ts"
import { type Maker, type Making, makerOf, type Parameters } from "./values.ts"

/** A request of an operation, and the choices that made it. */
export interface Call {
  readonly entry: Entry
  readonly request: Request
  /** Whether it is valid as far as its maker knows. */
  readonly intact: boolean
  readonly parameters: Parameters
  readonly chosen: ReadonlyArray<Way>
}

/** The inputs of making a call, besides what the stage remembers. */
export interface CallMaking extends Pick<Making, "chance" | "learned" | "now"> {
  readonly stage: Stage
}

/** Makes a request of an operation. */
export const callOf = (entry: Entry, making: CallMaking): Call => {
  const { chance, stage } = making
  const { chosen, parameters, spoilt } = parametersOf(entry, making)
  const reads = entry.endpoint.method === "GET"
  const right = (reads ? encodedInQuery : chance.weighted(encodings))(parameters, chance)
  const garbling = chance.is(reads ? 0.01 : 0.04)
  const { body, query, type } = garbling ? garbled(right, chance) : right
  const [caller, known] = stage.caller(entry.endpoint, chance)
  const typed: Request["headers"] = type === undefined ? [] : [["Content-Type", type]]
  const request: Request = {
    name: entry.id,
    method: entry.endpoint.method,
    target: targetOf(pathOf(entry.endpoint), query),
    headers: [["Host", stage.host], ...caller, ...typed, ...extrasOf(entry, stage, chance)],
    ...(body === undefined ? {} : { body })
  }
  const sent = chance.is(0.08) ? differently(request, chance) : request
  return { entry, request: sent, intact: !spoilt && !garbling && known, parameters, chosen }
}

const parametersOf = (entry: Entry, { chance, learned, now, stage }: CallMaking) => {
  const chosen: Array<Way> = []
  const share = chance.of([undefined, undefined, undefined, 0.3, 0.8])
  const { fresh, subjects } = stage
  const shown = stage.shown.get(entry.id)
  const made =
    shown !== undefined && chance.is(0.2)
      ? shown
      : makerFor(entry)({ entry, chance, subjects, learned, chosen, share, fresh, now })
  const spoilt = chance.is(0.25)
  return { chosen, spoilt, parameters: spoilt ? mutated(made, chance) : made }
}

const makers = new Map<string, Maker>()
const makerFor = ({ endpoint, id }: Entry): Maker => {
  const known = makers.get(id)
  if (known !== undefined) return known
  const made = makerOf(endpoint)
  makers.set(id, made)
  return made
}

/** A query longer than a request line is refused before anything reads it; rough cases cover that. */
const targetOf = (path: string, query: string): string => (query === "" ? path : `${path}?${query.slice(0, 12_000)}`)

const extrasOf = ({ endpoint }: Entry, stage: Stage, chance: Chance): ReadonlyArray<readonly [string, string]> => {
  const extras: Array<readonly [string, string]> = []
  if (endpoint.method !== "GET" && chance.is(0.1))
    extras.push(["Idempotency-Key", chance.is(0.3) ? `again-${chance.int(1, 4)}` : stage.fresh()])
  if (chance.is(0.02)) extras.push(["Idempotency-Key", printable(chance.of(hostileTexts)).slice(0, 400)])
  if (chance.is(0.03)) extras.push(["X-Request-Id", printable(chance.of([...hostileTexts, "abc-1", "a".repeat(300)]))])
  if (chance.is(0.02)) extras.push(chance.of(oddHeaders))
  return extras
}

/** A header's value is bytes without line breaks or NUL. */
const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, "?")

const oddHeaders: ReadonlyArray<readonly [string, string]> = [
  ...(["gzip", "br", "identity", "x", ""] as const).map((encoding) => ["Content-Encoding", encoding] as const),
  ...(["text/html", "*/*;q=0", "application/xml"] as const).map((type) => ["Accept", type] as const),
  ...(["1.2.3.4", "::1, 10.0.0.1", "x", ","] as const).map((address) => ["X-Forwarded-For", address] as const),
  ["Origin", "https://evil.example"],
  ["Connection", "keep-alive, x"],
  ["Range", "bytes=0-1"],
  ["If-None-Match", "*"],
  ["Cookie", "a=b"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Accept-Encoding", "gzip, deflate, br"]
]

/**
 * The same request in other bytes: in chunks, in pieces, to an absolute address, or with a body that waits for `100
 * Continue`.
 */
const differently = (request: Request, chance: Chance): Request => {
  const { body, target } = request
  const way = chance.of(["chunks", "pieces", "absolute", "fragment", "encoded", "waits", "method"] as const)
  const pieces = Array.from({ length: chance.int(1, 12) }, () => chance.int(1, 60))
  if (way === "pieces") return { ...request, pieces: chance.is(0.1) ? each : pieces }
  if (way === "absolute") return { ...request, target: `http://elsewhere.example${target}` }
  if (way === "fragment") return { ...request, target: `${target}#fragment` }
  if (way === "encoded") return { ...request, target: encodedLetter(target, chance) }
  if (way === "method") return { ...request, name: "another method", method: chance.of(methods) }
  if (body === undefined) return { ...request, pieces }
  if (way === "waits") return { ...request, waits: true }
  return {
    ...request,
    chunks: pieces,
    ...(chance.is(0.3) ? { extension: ";a=b", trailers: "X-Trailer: 1\r\nkey: x\r\n" } : {})
  }
}

const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"]

/** Each byte of a small request in a write of its own. */
const each: ReadonlyArray<number> = Array.from({ length: 1000 }, () => 1)

const encodedLetter = (target: string, chance: Chance): string => {
  const at = chance.int(1, Math.max(1, target.split("?", 1)[0]!.length - 1))
  return `${target.slice(0, at)}%${target.charCodeAt(at).toString(16)}${target.slice(at + 1)}`
}
