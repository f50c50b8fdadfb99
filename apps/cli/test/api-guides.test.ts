/** The programs of the guides about the API run as they are written, against a server, and print what the guides say. */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { testServer } from "@bottega/server/testing"
import { expect, it } from "vitest"

const guides = join(import.meta.dirname, "../../../docs/guides")

it.each(["first-order", "paging", "idempotency", "limits"])(
  "the program of the guide %s prints what it says",
  async (name) => {
    const guide = readFileSync(join(guides, `${name}.md`), "utf8")
    const blocks = (kind: string) =>
      [...guide.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block!)
    const printed = blocks("text")
    expect(printed).toHaveLength(1)
    const folder = mkdtempSync(join(tmpdir(), "bottega-guide-"))
    const server = await testServer()
    try {
      writeFileSync(join(folder, "program.mjs"), blocks("js").join("\n"))
      const env = { ...process.env, SHOP_URL: server.url, SHOP_KEY: server.key, SHOP_EXCHANGE: server.exchange }
      const child = spawn(process.execPath, [join(folder, "program.mjs")], { env, stdio: ["ignore", "pipe", "pipe"] })
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      expect({ out, err }).toEqual({ out: printed[0], err: "" })
    } finally {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
)
