/** What browsers of other origins may do: everything, without cookies, which nobody here has. */

/** Headers of every answer. */
export const exposed = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-Service-Limit, RateLimit, RateLimit-Policy, Retry-After, Link, Idempotent-Replayed, X-Request-Id"
}

/** Headers of an answer to the question what a path allows. */
export const allowed = (methods: string): Readonly<Record<string, string>> => ({
  "access-control-allow-methods": methods,
  "access-control-allow-headers": "key, exchange, authorization, content-type, idempotency-key",
  "access-control-max-age": "7200"
})
