/** The introduction of the OpenAPI description, in Markdown: what holds for every operation. */
import type { Policies, Policy } from "@bottega/domain/throttle"
import { catalogue } from "./refusals.ts"

/** What a reader has to know before the first call. */
export const introductionOf = (policies: Policies): string => `The store management API.

## Credentials

An operation of a shop takes the two halves of a key set, in the headers \`key\` and \`exchange\`; every call needs both. A key
set belongs to one shop, and may read only, or read and write. Operations under \`/control/v1\` take the operator's token as
\`Authorization: Bearer <token>\`.

## Parameters

GET takes its parameters in the query. POST, PUT and DELETE take them in the body as JSON, as a form or as
\`multipart/form-data\`, or in the query; if both name a parameter, the body's value counts. Names are the same everywhere.

In a form and in a query, brackets nest: \`item_id[0][price]=9.5\`. A list can be sent as \`tags[]\`, as \`tags[0]\`, by repeating
\`tags\`, or as one value. A boolean is 1 or 0. A name in angle brackets stands for a key of your own:
\`stage[<sku>][quantity]\` is sent as \`stage[MOK-3][quantity]=12\`. Unknown parameters are ignored. An empty text means that
a parameter is not given.

## Answers and errors

Every success has the status 200 and a JSON body. Every refusal has the same body, whatever its status, and changes nothing.
\`error.details\` names all wrong parameters at once, as they were sent. Decide by \`error.type\`, which never changes.

${catalogue()}

## Limits

${Object.entries(policies)
  .map(([name, policy]) => `- \`${name}\`: ${limitOf(policy)}, per ${policy.per}; above it, ${policy.status}.`)
  .join("\n")}

\`X-Service-Limit\`, \`RateLimit\` and \`RateLimit-Policy\` are on every answer to a key set, and \`Retry-After\` on every 429, 503
and 509.

## Retries

A POST, PUT or DELETE with an \`Idempotency-Key\` takes effect once: for 24 hours, a repeat gets the first answer again, with
\`Idempotent-Replayed: true\`.

## Events

Webhooks are listed with the operations that cause them. A delivery is a POST, signed as Standard Webhooks 1.0.0 says, and is
repeated until it is answered with a status from 200 to 299.

## Examples

Each example is a call of a demo shop and its answer. Lists are cut to their first two members.
`

/** A policy's number: `5 calls in 60 seconds`. */
export const limitOf = (policy: Policy): string =>
  policy.kind === "window"
    ? `${policy.limit} calls in ${policy.window} seconds`
    : `${policy.limit} calls at once, and ${policy.leak} more each second`
