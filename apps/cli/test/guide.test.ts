import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { expect, it } from "vitest"
import { main } from "./shell.ts"

const root = join(import.meta.dirname, "../../..")

it.each([
  ["command-line", 5, ['"WELCOME10"'], ["--currency: must be an ISO 4217 currency", "did you mean create?"]],
  [
    "moving-a-shop",
    6,
    [
      '{"bottega":"shop","format":1',
      '"WELCOME10"',
      "The ledger of each SKU adds up to its stock.",
      "Nothing is wrong."
    ],
    ["was imported before; nothing was done.", "an import overwrites none."]
  ],
  ["personal-data", 1, ['"orders":1', "Nothing is wrong."], ["The shop has no such customer."]],
  ["backup", 5, ["Nothing is wrong."], ["Wrote monday.db, ", "Nothing is lost."]]
])("the commands of the guide %s run as they are written", (name, count, printed, said) => {
  const guide = readFileSync(join(root, `docs/guides/${name}.md`), "utf8")
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block)
  expect(blocks).toHaveLength(count)
  const folder = mkdtempSync(join(tmpdir(), "bottega-guide-"))
  try {
    const command = join(folder, "bottega")
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
    chmodSync(command, 0o755)
    const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("BOTTEGA_"))
    const { status, stderr, stdout } = spawnSync("bash", ["-euo", "pipefail", "-c", blocks.join("")], {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...Object.fromEntries(environment),
        PATH: `${folder}${delimiter}${process.env["PATH"]}`,
        MONGO: newDatabase("guide")
      }
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    for (const text of printed) expect(stdout).toContain(text)
    for (const text of said) expect(stderr).toContain(text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
