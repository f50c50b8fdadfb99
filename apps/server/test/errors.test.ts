/** The page of the error catalogue: it is made of the table. `npm test -- errors -u` writes it again. */
import { expect, test } from "vitest"
import { catalogue } from "../src/openapi/refusals.ts"

const page = `# Errors

Every refusal has the same body, whatever its status, and changes nothing:

\`\`\`json
{
  "ok": 0,
  "err": "item_id[0][price] is required.",
  "error": {
    "code": 1000,
    "type": "invalid",
    "message": "item_id[0][price] is required.",
    "details": [{ "path": "item_id[0][price]", "message": "is required" }],
    "requestId": "5f0c3a2b-1"
  },
  "message": "item_id[0][price] is required."
}
\`\`\`

\`err\`, \`error.message\` and \`message\` are the same sentence, for a person. Programs decide by \`error.type\` or \`error.code\`:
neither ever changes. \`error.details\` names every wrong parameter as it was sent, up to 100 of them. \`error.requestId\` is
also in the header \`X-Request-Id\` and in the server's log. Answers with 429, 503 and 509 have the header \`Retry-After\`, in
seconds.

${catalogue()}
`

test("the page is the catalogue", async () => {
  await expect(page).toMatchFileSnapshot("../../../docs/errors.md")
})
