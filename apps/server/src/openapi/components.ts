/** The parts that operations of the OpenAPI description share: security, headers, the body of refusals. */
import { type Any, refusals } from "@bottega/domain/contract"
import type { JsonSchema } from "./json-schema.ts"

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example })
const text = { type: "string" }
const seconds = { type: "integer", minimum: 0 }

const headers = {
  "X-Request-Id": header("Identifies the request, in the server's log too.", text, "5f0c3a2b-1"),
  "X-Service-Limit": header(
    "Calls left of those allowed, for the limit with the smallest share left.",
    text,
    "99999/100000"
  ),
  "RateLimit-Policy": header("The limits that the call counted against.", text, '"daily";q=100000;w=86400'),
  RateLimit: header("The calls left of each, and the seconds until its window ends.", text, '"daily";r=99999;t=86400'),
  "Retry-After": header("Seconds after which a retry may succeed.", seconds, 60),
  "WWW-Authenticate": header(
    "How the caller makes itself known: with the headers of a key set, or with the operator's token.",
    text,
    'KeySet headers="key exchange"'
  ),
  "Idempotent-Replayed": header(
    "`true` if the answer is that of an earlier call.",
    { type: "string", enum: ["true"] },
    "true"
  ),
  Link: header(
    'The next page, `<...>; rel="next"`, if there may be one.',
    text,
    '</v1.1/orders/list.json?cursor=WzE>; rel="next"'
  )
}
type HeaderName = keyof typeof headers

const issued = "`bottega keys create` or `POST /control/v1/keys/key.json` issues both halves together."
const keyDescription = `The public half of a pair: it says which key set calls. Every call sends \`exchange\` too. ${issued}`
const exchangeDescription = `The secret half of a pair, shown only once. Every call sends \`key\` too. ${issued}`

/** Shared parts, by kind. */
export const components = {
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "key", description: keyDescription },
    exchange: { type: "apiKey", in: "header", name: "exchange", description: exchangeDescription },
    operator: {
      type: "http",
      scheme: "bearer",
      description: "The operator's token, from the credentials file that the first start wrote."
    }
  },
  parameters: {
    exchange: {
      name: "exchange",
      in: "header",
      required: false,
      description:
        "The secret half of the pair, if the security scheme of this name does not send it already; for tools that take over one scheme only.",
      schema: text
    },
    "Idempotency-Key": {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "Identifies this call. For 24 hours, a call with the same key and the same parameters gets the first call's answer and has no further effect.",
      schema: { type: "string", minLength: 1, maxLength: 255 }
    }
  },
  headers
}

/** References to headers, by their names. */
export const headersNamed = (names: ReadonlyArray<HeaderName>): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of an operation's answer. */
export const headersOf = ({ answer, surface }: Any): object =>
  headersNamed([
    "X-Request-Id",
    ...(surface === "shop" ? (["X-Service-Limit", "RateLimit-Policy", "RateLimit"] as const) : []),
    ...(answer === "page" ? (["Link"] as const) : []),
    ...(answer === "change" ? (["Idempotent-Replayed"] as const) : [])
  ])

/** The schemas of refusals, by their names. */
export const refusalSchemas: Readonly<Record<string, JsonSchema>> = {
  Refusal: {
    type: "object",
    description: "Why a request was refused; nothing of it was applied.",
    properties: {
      ok: { type: "integer", enum: [0] },
      err: text,
      error: {
        type: "object",
        properties: {
          code: { type: "integer", description: "The number of the type; it never changes." },
          type: { $ref: "#/components/schemas/RefusalType" },
          message: text,
          details: {
            type: "array",
            description: "Each wrong parameter, by the name with which it was sent.",
            items: { $ref: "#/components/schemas/Problem" }
          },
          requestId: text
        },
        required: ["code", "type", "message", "details", "requestId"]
      },
      message: text
    },
    required: ["ok", "err", "error", "message"]
  },
  Problem: {
    type: "object",
    properties: { path: text, message: text },
    required: ["path", "message"]
  },
  RefusalType: {
    ...text,
    description: "The catalogue of refusals. A later version may add types.",
    enum: refusals.map(({ kind }) => kind.type)
  }
}
