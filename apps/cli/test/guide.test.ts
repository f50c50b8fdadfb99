import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { expect, it } from "vitest"
import { main, script } from "./shell.ts"

const root = join(import.meta.dirname, "../../..")

/** A store of an older format, which the guide about upgrades begins with. */
const older = join(root, "packages/service/test/maintenance/stores/format-2.db.br")

it.each([
  ["command-line", 7, ['"WELCOME10"'], ["--currency: must be an ISO 4217 currency", "did you mean create?"]],
  [
    "moving-a-shop",
    6,
    [
      '{"bottega":"shop","format":1',
      '"WELCOME10"',
      "The ledger of each SKU adds up to its stock.",
      "Nothing is wrong."
    ],
    ["was imported before; nothing was done.", "an import does not overwrite shops."]
  ],
  [
    "importing-csv",
    2,
    ["line 3, column Price: must be a number", "Desk lamp"],
    ["1 row would be imported; nothing was written, 1 row refused.", "2 rows imported, 0 rows refused."]
  ],
  ["personal-data", 1, ['"orders":1', "Nothing is wrong."], ["The shop has no such customer."]],
  ["webhooks", 3, ["New orders", "1 order.paid", "Nothing is wrong."], []],
  ["backup", 5, ["Nothing is wrong."], ["Wrote monday.db, ", "Nothing is lost."]],
  [
    "upgrading",
    4,
    ["starting the server upgrades it.", "The store must be upgraded.", "Nothing is wrong."],
    ["Wrote before.db, "]
  ]
])("the commands of the guide %s run as they are written", async (name, count, printed, said) => {
  const guide = readFileSync(join(root, `docs/guides/${name}.md`), "utf8")
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block)
  expect(blocks).toHaveLength(count)
  const folder = mkdtempSync(join(tmpdir(), "bottega-guide-"))
  try {
    if (name === "upgrading") writeFileSync(join(folder, "shop.db"), brotliDecompressSync(readFileSync(older)))
    const command = join(folder, "bottega")
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
    chmodSync(command, 0o755)
    const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("BOTTEGA_"))
    const { code, err, out } = await script(blocks.join(""), folder, {
      ...Object.fromEntries(environment),
      PATH: `${folder}${delimiter}${process.env["PATH"]}`,
      MONGO: newDatabase("guide")
    })
    expect({ code, err }).toMatchObject({ code: 0 })
    for (const text of printed) expect(out).toContain(text)
    for (const text of said) expect(err).toContain(text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
