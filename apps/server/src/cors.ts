/** What browsers of other origins may do: everything, without cookies, which nobody here has. */

/** Header pairs of every answer. */
export const exposed: ReadonlyArray<string> = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "X-Service-Limit, RateLimit, RateLimit-Policy, Retry-After, Link, Idempotent-Replayed, X-Request-Id"
]

/** Header pairs of an answer to the question what a path allows. */
export const allowed = (methods: string): ReadonlyArray<string> => [
  "Access-Control-Allow-Methods",
  methods,
  "Access-Control-Allow-Headers",
  "key, exchange, authorization, content-type, idempotency-key",
  "Access-Control-Max-Age",
  "7200"
]
