/** What pages of other origins may do: everything, but without cookies, which are not used here. */

/** Headers of every answer. */
export const exposed = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-Service-Limit, RateLimit, RateLimit-Policy, Retry-After, Link, Idempotent-Replayed, X-Request-Id"
}

/** The headers of an answer to OPTIONS; where calls can fail on purpose, they can ask for it. */
export const allowed = (methods: string, workbench: boolean): Readonly<Record<string, string>> => ({
  "access-control-allow-methods": methods,
  "access-control-allow-headers": `key, exchange, authorization, content-type, idempotency-key${workbench ? ", prefer" : ""}`,
  "access-control-max-age": "7200"
})
