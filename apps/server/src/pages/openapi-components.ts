/** What the operations of the OpenAPI description share: security, headers, the body of refusals. */
import type { Any } from "@bottega/domain/contract"

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example })
const text = { type: "string" }
const seconds = { type: "integer", minimum: 0 }

/** Shared parts, by kind. */
export const components = {
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "key", description: "The first half of a key set's pair." },
    exchange: { type: "apiKey", in: "header", name: "exchange", description: "The second half of a key set's pair." },
    operator: { type: "http", scheme: "bearer", description: "The operator's token." }
  },
  parameters: {
    "Idempotency-Key": {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "Names this call: for 24 hours a call with the same key and the same parameters is given the first one's answer, and nothing is done again.",
      schema: { type: "string", minLength: 1, maxLength: 255 }
    }
  },
  headers: {
    "X-Request-Id": header("The request's name, in the log too.", text, "5f0c3a2b-1"),
    "X-Service-Limit": header("Calls left of those assigned, of the tightest limit.", text, "99999/100000"),
    "RateLimit-Policy": header("The limits that the call counted against.", text, '"daily";q=100000;w=86400'),
    RateLimit: header("What is left of them, and the seconds until they begin anew.", text, '"daily";r=99999;t=86400'),
    "Retry-After": header("Seconds after which to ask again.", seconds, 60),
    "Idempotent-Replayed": header(
      "`true` where the answer is an earlier call's.",
      { type: "string", enum: ["true"] },
      "true"
    ),
    Link: header(
      'The next page, `<...>; rel="next"`, where there may be one.',
      text,
      '</v1.1/orders/list.json?cursor=WzE>; rel="next"'
    )
  },
  schemas: {
    Refusal: {
      type: "object",
      description: "Why a request was refused; nothing of it was applied.",
      properties: {
        ok: { type: "integer", enum: [0] },
        err: { type: "string" },
        error: {
          type: "object",
          properties: {
            code: { type: "integer" },
            type: { type: "string" },
            message: { type: "string" },
            details: {
              type: "array",
              description: "Each wrong parameter, by the name it was sent as.",
              items: {
                type: "object",
                properties: { path: { type: "string" }, message: { type: "string" } },
                required: ["path", "message"]
              }
            },
            requestId: { type: "string" }
          },
          required: ["code", "type", "message", "details", "requestId"]
        },
        message: { type: "string" }
      },
      required: ["ok", "err", "error", "message"]
    }
  }
}

/** The headers of an operation's answer. */
export const headersOf = ({ answer, surface }: Any): object => {
  const names = [
    "X-Request-Id",
    ...(surface === "shop" ? ["X-Service-Limit", "RateLimit-Policy", "RateLimit"] : []),
    ...(answer === "page" ? ["Link"] : []),
    ...(answer === "change" ? ["Idempotent-Replayed"] : [])
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
