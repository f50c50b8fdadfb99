import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")

it("the guide's commands run as they are written", { timeout: 60_000 }, () => {
  const guide = readFileSync(join(root, "docs/guides/command-line.md"), "utf8")
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block)
  expect(blocks).toHaveLength(5)
  const folder = mkdtempSync(join(tmpdir(), "bottega-guide-"))
  try {
    const command = join(folder, "bottega")
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, "apps/cli/src/main.ts")}' "$@"\n`)
    chmodSync(command, 0o755)
    const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("BOTTEGA_"))
    const { status, stderr, stdout } = spawnSync("bash", ["-euo", "pipefail", "-c", blocks.join("")], {
      cwd: folder,
      encoding: "utf8",
      env: { ...Object.fromEntries(environment), PATH: `${folder}${delimiter}${process.env["PATH"]}` }
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(stdout).toContain('"WELCOME10"')
    expect(stderr).toContain("--currency: must be an ISO 4217 currency")
    expect(stderr).toContain("did you mean create?")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
