/** The README's table of operations: it is made of the contract. `npm test -- readme -u` writes it again. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { contract, unserved } from "@bottega/domain/areas"
import { entries, pathOf } from "@bottega/domain/contract"
import { expect, test } from "vitest"
import { specification } from "../src/specification.ts"

const begin = "## What is served\n\n<!-- Made from the contract: npm test -- readme -u writes it. -->\n"
const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8")

const served = new Set(entries(contract).map(({ endpoint }) => `${endpoint.method} ${pathOf(endpoint)}`))
const specified = specification.map(({ method, path }) => `${method} /v1.1${path}`)
/** By the folder of their paths: `pages (4)`. */
const waiting = Object.entries(Object.groupBy([...unserved], (name) => name.split("/").slice(2, -1).join(" "))).map(
  ([folder, names]) => `${folder} (${names!.length})`
)

const rows = Object.entries(contract).map(
  ([area, endpoints]) => `| ${area} | ${Object.keys(endpoints).length} | ${Object.keys(endpoints).join(", ")} |`
)

const section = `${begin}
Bottega serves ${specified.filter((name) => served.has(name)).length} of the specification's ${specified.length} operations, and ${
  [...served].filter((name) => !specified.includes(name)).length
} of its own. Each is a command of the same name: \`bottega orders list\`.

| area | operations | names |
|---|---:|---|
${rows.join("\n")}

${waiting.length === 0 ? "Nothing is missing." : `Not served yet, and answered with 404 and a sentence that says so: ${waiting.join(", ")}.`}

`

test("the README lists what is served", async () => {
  const from = readme.indexOf(begin)
  const to = readme.indexOf("## ", from + begin.length)
  expect(from).toBeGreaterThan(0)
  await expect(readme.slice(0, from) + section + readme.slice(to)).toMatchFileSnapshot("../../../README.md")
})
