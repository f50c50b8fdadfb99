/**
 * Checks every answer against the contract, whichever suite requested it: a success must have exactly the keys and
 * types that the endpoint declares, and a refusal must have the common body and be one that the endpoint names.
 */
import { BottegaError } from "@bottega/client"
import { contract } from "@bottega/domain/areas"
import {
  type Any,
  entries,
  Injected,
  Paths,
  pathOf,
  refusalsOfAnyEndpoint,
  refusalsOfChanges,
  type Transport,
  type TransportResponse
} from "@bottega/domain/contract"
import { Result, Schema } from "effect"

/** The error for an answer that does not match the contract; no test may expect it as a refusal. */
export class NotAsDeclared extends BottegaError<"NotAsDeclared"> {
  constructor(request: string, text: string, what: unknown) {
    super("NotAsDeclared", `The answer of ${request} is not as declared. ${what}\n${text.slice(0, 2000)}`)
    this.name = "NotAsDeclared"
  }
}

/** The same transport, which fails if an answer does not match its declaration. */
export const checked =
  (transport: Transport): Transport =>
  async (sent) => {
    const received = await transport(sent)
    const request = `${sent.method} ${sent.path}`
    const judge = (text: string): string => {
      const wrong = wrongWith(request, received, text)
      if (wrong !== undefined) throw new NotAsDeclared(request, text, wrong)
      return text
    }
    return {
      ...received,
      text: async () => judge(await received.text()),
      pieces: async function* () {
        let text = ""
        for await (const piece of received.pieces()) {
          text += piece
          yield piece
        }
        judge(text)
      }
    }
  }

/** The properties of an answer that are checked, besides its body. */
type Judged = Pick<TransportResponse, "status" | "headers">

/** Throws if something is wrong with an answer. */
type Check = (received: Judged, text: string) => unknown

/**
 * What is wrong with the answer of an operation, such as `PUT /v1.1/orders/order.json`, or `undefined` if nothing is.
 * For a path without an operation, or no path, every declared refusal is accepted.
 */
export const wrongWith = (request: string | undefined, received: Judged, text: string): unknown =>
  (checkFor(request) ?? unknown)(received, text)

const checkFor = (request = ""): Check | undefined => {
  const [method = "", path = ""] = request.split(" ")
  return checks.find(path)?.methods.get(method)
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Refused = Schema.Struct({
  ok: Schema.Literal(0),
  err: Schema.NonEmptyString,
  error: Schema.Struct({
    code: Schema.Int,
    type: Schema.NonEmptyString,
    message: Schema.NonEmptyString,
    details: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.NonEmptyString })),
    requestId: Schema.NonEmptyString
  }),
  message: Schema.NonEmptyString
})
const isRefused = Schema.decodeUnknownResult(Refused)

const refusal =
  (types: ReadonlySet<string> | undefined): Check =>
  ({ headers, status }, text) => {
    const read = isRefused(json(text))
    if (Result.isFailure(read)) return read.failure
    const { err, error, message } = read.success
    if (err !== message || error.message !== message)
      return "It says different things in err, error.message and message."
    const replayed = headers["idempotent-replayed"] === "true"
    if (!replayed && error.requestId !== headers["x-request-id"]) return "Its request id is not the header's."
    if (error.type === Injected.kind.type) return undefined
    if (status === 500) return "It is a defect."
    return types === undefined || types.has(error.type) ? undefined : `Its refusal ${error.type} is not declared.`
  }

const unknown = refusal(undefined)

const checkOf = (endpoint: Any, isInShop = false): Check => {
  const isFile = endpoint.answer === "bytes"
  const decode = Schema.decodeUnknownResult(endpoint.output, { onExcessProperty: "error", errors: "all" })
  const changes = endpoint.method === "GET" ? [] : refusalsOfChanges
  const declared = [...endpoint.refusals, ...refusalsOfAnyEndpoint, ...changes].map(({ kind }) => kind.type)
  const permitted = endpoint.requires !== undefined || endpoint.surface === "control" || isInShop
  const refused = refusal(
    new Set([...declared, ...(permitted ? ["not_permitted"] : []), ...(isInShop ? ["not_found"] : [])])
  )
  return (received, text) => {
    if (isFile && [200, 206, 304].includes(received.status)) return undefined
    if (received.status !== 200) return refused(received, text)
    const read = decode(json(text))
    if (Result.isFailure(read)) return read.failure
    const { success } = read
    const error = typeof success === "object" && success !== null && "error" in success
    return error ? "A success has no key `error`." : undefined
  }
}

const checks = new Paths<Check>()
for (const { endpoint } of entries(contract)) {
  const { method, path, surface } = endpoint
  checks.add(method, pathOf(endpoint), checkOf(endpoint))
  if (surface === "shop") checks.add(method, `/control/v1/shop/:shop${path}`, checkOf(endpoint, true))
}
