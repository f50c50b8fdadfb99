/** The introduction of the OpenAPI description, in Markdown: the rules for every operation. */
import type { Policies, Policy } from "@bottega/domain/throttle"
import { catalogue } from "./refusals.ts"

/** What a reader needs to know before the first call. */
export const introductionOf = (policies: Policies): string => `The store management API.

## Credentials

An operation of a shop takes both halves of a pair: \`key\` says which key set calls, \`exchange\` is its secret, and every call
sends both as headers. \`bottega keys create\` and \`POST /control/v1/keys/key.json\` issue a pair. Its key set belongs to one shop,
and may read only, or read and write. Operations under \`/control/v1\` take the operator's token as
\`Authorization: Bearer <token>\`. An operation of a shop can also be called with the token, as
\`/control/v1/shop/<shop>/orders/list.json\`; such a call counts against no limit. A 401 says in
\`WWW-Authenticate\` which of the two it asks for: \`KeySet\` or \`Bearer\`.

A browser signs in with a code (\`POST /control/v1/session.json\`) and gets a cookie. With it, a person calls the operations
under \`/control/v1\` that name their shop, and those of the shop below \`/control/v1/shop/<shop>\`: an owner all of them, a
person who only reads the GETs. Each call needs the header \`Bottega-Console: 1\`, and must come from a page of the same origin.

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

## Limits: 429 and 509

${Object.entries(policies)
  .map(([name, policy]) => `- \`${name}\`: ${limitOf(policy)}, per ${policy.per}; above it, ${policy.status}.`)
  .join("\n")}

\`X-Service-Limit\`, \`RateLimit\` and \`RateLimit-Policy\` are on every answer to a key set, and \`Retry-After\` on every 429, 503
and 509.

## Retries: Idempotency-Key

A POST, PUT or DELETE with an \`Idempotency-Key\` takes effect once: for 24 hours, a repeat gets the first answer again, with
\`Idempotent-Replayed: true\`.

## Events

Every change stores its event in the same commit. \`POST /v1.1/webhook/webhook.json\` makes a webhook, which sends the events of one type
to an address: by POST, signed as Standard Webhooks 1.0.0 says, at least once, and in sequence for one order. An event that is not received
is sent again for three days. The events are listed with the operations that cause them and with the body of their delivery.

## Mail

A message is stored in the commit of its change and sent through the operator's SMTP server; without one it is kept and not
sent. Customers get mail about their orders only if the shop's \`mail_customers\` is 1. The operator lists messages
(\`GET /control/v1/mail/list.json\`), and \`POST /v1.1/orders/resendEmail.json\` sends the mail about an order again.

## Examples

Each example is a call of a demo shop and its answer. Lists are cut to their first two members.
`

/** A policy's number: `5 calls in 60 seconds`. */
export const limitOf = (policy: Policy): string =>
  policy.kind === "window"
    ? `${policy.limit} calls in ${policy.window} seconds`
    : `${policy.limit} calls at once, and ${policy.leak} more each second`
