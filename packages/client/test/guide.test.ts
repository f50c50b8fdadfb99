/** The receiver of the guide about webhooks runs as it is written. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"

const guide = readFileSync(join(import.meta.dirname, "../../../docs/guides/webhooks.md"), "utf8")
const [, receiver] = /^```js\n(.*?)^```/ms.exec(guide)!
const secret = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`

it("the receiver of the guide accepts each event of a store once, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-receiver-"))
  mkdirSync(join(folder, "node_modules/@bottega"), { recursive: true })
  symlinkSync(join(import.meta.dirname, ".."), join(folder, "node_modules/@bottega/client"))
  writeFileSync(join(folder, "receiver.mjs"), receiver!)
  const env = { ...process.env, PORT: "0", WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, [join(folder, "receiver.mjs")], { env, stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(child, "exit")
  try {
    const failed = ended.then(() => Promise.reject(new Error("the program of the guide ended")))
    const [printedPort] = await Promise.race([once(child.stdout, "data"), failed])
    const port = String(printedPort).trim()
    const body = JSON.stringify({ id: "e", type: 0, data: { orderID: "1_5a", total: 12.5 } })
    const now = new Date()
    const headers = {
      "webhook-id": "e",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("e", now, body)
    }
    const sent = (text: string) => fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text })
    const printed = once(child.stdout, "data")
    expect((await sent(body)).status).toBe(204)
    expect(String((await printed)[0])).toBe("1_5a 12.5\n")
    expect((await sent(body)).status).toBe(204)
    expect((await sent(`${body} `)).status).toBe(400)
  } finally {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
})
