/** What a command says of the mail to somebody who is invited, on the data file that a server uses and on a server. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService, recordServed } from "@bottega/service"
import { Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, it } from "vitest"
import { session } from "./shell.ts"

const { end, folder, json, run } = session()
afterAll(end)
const sqlite = adapters.find(({ name }) => name === "sqlite")!
const data = join(folder, "shop.db")

const invited = (shop: string, email: string, ...flags: ReadonlyArray<string>) =>
  run([...flags, "people", "create", "--shop", shop, "--email", email, "--name", "Anna", "--role", "reads"])

it("says that none was written, and once a server of the store sends mail, which one was", async () => {
  const { id: shop } = await json("--data", data, "shops", "create", "Anna")
  const without = await invited(shop, "one@posta.it", "--data", data)
  expect([without.code, without.err]).toEqual([0, expect.stringContaining("No mail was written")])
  expect(without.out).toContain("/console#")
  const runtime = ManagedRuntime.make(sqlite.open(data, allCollections))
  await runtime.runPromise(recordServed({ url: "https://shop.bottega.it", sendsMail: true }))
  const queued = await invited(shop, "two@posta.it", "--data", data)
  expect([queued.code, queued.err]).toEqual([0, expect.stringContaining("A mail with a link is queued")])
  expect(queued.out).toContain("https://shop.bottega.it/console#")
  const token = "t".repeat(64)
  const storage = await runtime.runPromise(Effect.map(Storage, (one) => one))
  const service = await Effect.runPromise(
    Effect.provideService(makeService({ tokenDigest: digest(token), mail: {} }), Storage, storage)
  )
  const server = createServer(service, { log: makeLog({ level: "silent" }) })
  try {
    writeFileSync(join(folder, "bottega.credentials.json"), JSON.stringify({ token, shop }))
    const flags = ["--url", await server.listen(0, "127.0.0.1"), "--credentials", "bottega.credentials.json"]
    const remote = await invited(shop, "three@posta.it", ...flags)
    expect([remote.code, remote.err]).toEqual([0, expect.stringContaining("A mail with a link is queued")])
  } finally {
    await server.drain(0)
    await runtime.dispose()
  }
})
