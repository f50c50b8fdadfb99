/** A store that fails: what the caller reads, what `/readyz` says, and what is found in the log. */
import { mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import type { allCollections } from "@bottega/service"
import { type Adapter, Storage, Unavailable } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Context, Effect, Layer, Result } from "effect"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type Config, configOf } from "../src/config/config.ts"
import type { Log } from "../src/log/log.ts"
import { watchStoreFailures } from "../src/log/store-failures.ts"
import { serve } from "../src/start/serve.ts"
import { keptLog } from "./given.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-troubles-"))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

interface Line {
  readonly message: string
  readonly reason?: string
  readonly cause?: string
  readonly count?: number
}

/** A log whose errors are kept. */
const errors = () => {
  const lines: Array<Line> = []
  const log: Log = { ...keptLog(), error: (message, fields) => void lines.push({ message, ...fields }) }
  return { log, lines }
}

const failure = (reason: Unavailable["reason"], cause: unknown) => new Unavailable({ reason, cause })
const config = (...args: ReadonlyArray<string>): Config =>
  Result.getOrThrow(configOf(["--port", "0", "--credentials", join(folder, "credentials.json"), ...args], {}))

describe("failures in the log", () => {
  test("the first of each kind is logged at once, and the others are counted at intervals", () => {
    vi.useFakeTimers()
    const { lines, log } = errors()
    const troubles = watchStoreFailures(log)
    const disk = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 1034 })
    for (let n = 0; n < 31; n++) troubles.report(failure("unknown", disk), `r${n}`)
    const first = { message: "the store failed", reason: "unknown", cause: "disk I/O error (ERR_SQLITE_ERROR 1034)" }
    expect(lines).toEqual([{ ...first, requestId: "r0" }])
    troubles.report(failure("damaged", new Error("malformed")))
    expect(lines).toHaveLength(2)
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(2)).toEqual([{ ...first, message: "the store failed again", count: 30, seconds: 60 }])
    vi.advanceTimersByTime(120_000)
    troubles.report(failure("unknown", disk))
    expect(lines.slice(3)).toEqual([first])
    troubles.report(failure("unknown", disk))
    troubles.stop()
    expect(lines.slice(4)).toEqual([{ ...first, message: "the store failed again", count: 1 }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test("no password is in them, and what is logged is bounded", () => {
    const { lines, log } = errors()
    const troubles = watchStoreFailures(log)
    const beneath = new Error("no server at mongodb+srv://anna:p@ss/w:rd@db.example/shop")
    troubles.report(failure("unreachable", new Error("connect mongodb://anna:secret@host,other/x", { cause: beneath })))
    expect(lines[0]?.cause).toBe(
      "connect mongodb://[redacted]@host,other/x <- no server at mongodb+srv://[redacted]@db.example/shop"
    )
    for (let n = 0; n < 1000; n++) troubles.report(failure("unreachable", `${n} ${"x".repeat(100_000)}`))
    expect(lines.length).toBeLessThanOrEqual(51)
    expect(JSON.stringify(lines).length).toBeLessThan(100_000)
    troubles.stop()
  })

  test("a long message full of addresses is read in linear time", () => {
    const { lines, log } = errors()
    const troubles = watchStoreFailures(log)
    const addresses = "://".repeat(100_000)
    for (const message of [addresses, `${addresses}anna:secret@host`]) troubles.report(failure("unknown", message))
    expect(lines.map(({ cause }) => cause)).toEqual([addresses.slice(0, 1000), "://[redacted]@host"])
    troubles.stop()
  })
})

/** An adapter that works until its store is made to fail. */
const failing = (adapter: Config["store"]["adapter"]) => {
  const state: { reads?: Unavailable; writes?: Unavailable } = {}
  const open = (location: string, all: typeof allCollections) =>
    Layer.effect(
      Storage,
      Effect.map(Layer.build(adapter.open(location, all)), (context): Adapter => {
        const storage = Context.get(context, Storage)
        const { commit, find } = storage
        return {
          ...storage,
          find: (...asked) => (state.reads === undefined ? find(...asked) : Effect.fail(state.reads)),
          commit: (writes) => (state.writes === undefined ? commit(writes) : Effect.fail(state.writes))
        }
      })
    )
  return { state, adapter: { ...adapter, open } as typeof adapter }
}

describe.each(adapters.map((adapter) => [adapter.name, adapter] as const))("on %s", (name, adapter) => {
  test("/readyz and every call report a failing store, until a write succeeds again", async () => {
    const location = name === "mongo" ? newDatabase("troubles") : join(folder, "shop.db")
    const { adapter: wrapped, state } = failing(adapter)
    const { lines, log } = errors()
    const given = { ...config("--memory", "--demo", "--demo-orders", "1"), store: { adapter: wrapped, location } }
    const { credentials, stop, url } = await serve(given, { log })
    const headers = { key: credentials.key!, exchange: credentials.exchange! }
    const get = async (path: string) => {
      const answer = await fetch(url + path, { headers })
      const body = (await answer.json()) as { error?: { type: string } }
      return [answer.status, body.error?.type, answer.headers.get("retry-after")]
    }
    const put = async () => {
      const body = new URLSearchParams({ sku: "none", quantity: "1" })
      const answer = await fetch(`${url}/v1.1/inventory/inventory.json`, { method: "PUT", headers, body })
      return answer.status
    }
    const list = "/v1.1/orders/list.json?limit=1"
    try {
      expect(await get("/readyz")).toEqual([200, undefined, null])
      state.reads = failure("unreachable", new Error("gone"))
      expect(await get(list)).toEqual([503, "storage_unavailable", "2"])
      expect(await get("/readyz")).toEqual([503, "storage_unavailable", "2"])
      delete state.reads
      expect(await get("/readyz")).toEqual([200, undefined, null])

      // Reads go on while writes fail, and a balancer must know.
      state.writes = failure("unknown", new Error("no sync"))
      expect(await get("/readyz")).toEqual([200, undefined, null])
      expect(await put()).toBe(503)
      expect(await get("/readyz")).toEqual([503, "storage_unavailable", "2"])
      delete state.writes
      expect(await get("/readyz")).toEqual([200, undefined, null])
      state.writes = failure("full", new Error("no room"))
      expect(await put()).toBe(503)
      expect(await get("/readyz")).toEqual([200, undefined, null])
      delete state.writes

      state.reads = failure("damaged", new Error("malformed"))
      expect(await get(list)).toEqual([503, "storage_damaged", "60"])
      delete state.reads
      expect(await get("/readyz")).toEqual([503, "storage_damaged", "60"])
      // Workers that run meanwhile log their own failures.
      const reported = lines.flatMap(({ message, reason }) => (message === "the store failed" ? [reason] : []))
      expect(reported).toEqual(["unreachable", "unknown", "full", "damaged"])
    } finally {
      await stop()
    }
  })
})

/** A wire to a port that can be cut. */
const wire = async (host: string, port: number) => {
  let isCut = false
  const sockets = new Set<Socket>()
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(one)
      one.on("error", () => {}).on("close", () => other.destroy() && sockets.delete(one))
      one.pipe(other)
    }
    if (isCut) near.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const end = () => {
    cut()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, cut, mend: () => void (isCut = false), end }
}

test("/readyz and the log report a MongoDB that is gone, without its password", async () => {
  const location = new URL(newDatabase("gone"))
  const between = await wire(location.hostname, Number(location.port || 27017))
  location.host = `127.0.0.1:${between.port}`
  // A replica set would tell where else it is reached.
  location.searchParams.set("directConnection", "true")
  const { lines, log } = errors()
  const { stop, url } = await serve(config("--mongo", location.href), { log })
  try {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    between.cut()
    // On a busy machine the page may give up, which answers 503 too, before the store's own timeout is logged.
    const reported = async () => {
      const { status } = await fetch(`${url}/readyz`)
      return [status, lines.find(({ message }) => message === "the store failed")?.reason]
    }
    await expect.poll(reported).toEqual([503, "unreachable"])
    if (location.password !== "") expect(JSON.stringify(lines)).not.toContain(location.password)
    between.mend()
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  } finally {
    await stop()
    between.end()
  }
})

test("the texts of orders that are not documents are reported as damaged, however they are read", async () => {
  const data = join(folder, "shop.db")
  const args = ["--data", data, "--demo", "--demo-orders", "3"]
  await (await serve(config(...args), { log: keptLog() })).stop()
  const database = new DatabaseSync(data)
  const ids = database.prepare("select key from orders").all()
  database.exec(`update orders set doc = '{"orderID"' || char(10) || '{"log"'`)
  database.close()
  const { log } = errors()
  const { credentials, stop, url } = await serve(config(...args), { log })
  try {
    const headers = { key: credentials.key!, exchange: credentials.exchange! }
    const one = `order.json?orderID=${ids[0]!.key}`
    const changed = "orders_filter.json?updated_from=1&updated_to=9999999999"
    for (const read of ["list.json", "list.json?nodes=tags", one, `${one}&nodes=tags`, changed]) {
      const answer = await fetch(`${url}/v1.1/orders/${read}`, { headers })
      expect([read, answer.status, await answer.json()]).toMatchObject([
        read,
        503,
        { error: { type: "storage_damaged" } }
      ])
    }
  } finally {
    await stop()
  }
})

test("a damaged file is reported as damaged, for as long as it is", async () => {
  const data = join(folder, "shop.db")
  const args = ["--data", data, "--demo", "--demo-orders", "300"]
  await (await serve(config(...args), { log: keptLog() })).stop()
  const database = new DatabaseSync(data)
  const pages = database.prepare("select pageno from dbstat where name = 'orders' and pagetype = 'leaf'").all()
  database.close()
  const before = statSync(data).size
  const whole = readFileSync(data)
  const file = openSync(data, "r+")
  for (const { pageno } of pages) writeSync(file, Buffer.alloc(8192, 0xff), 0, 8192, (Number(pageno) - 1) * 8192)
  expect(statSync(data).size).toBe(before)
  const { lines, log } = errors()
  const { credentials, stop, url } = await serve(config(...args), { log })
  try {
    const headers = { key: credentials.key!, exchange: credentials.exchange! }
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(`${url}/v1.1/orders/list.json?limit=${n + 1}`, { headers })
      expect(answer.status).toBe(503)
      expect(answer.headers.get("retry-after")).toBe("60")
      expect(await answer.json()).toMatchObject({ error: { code: 1029, type: "storage_damaged" } })
    }
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ error: { type: "storage_damaged" } })
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/v1.1/inventory/list.json`, { headers })).status).toBe(200)
    // A read error that passes looks the same to SQLite's callers.
    for (const { pageno } of pages)
      writeSync(file, whole, (Number(pageno) - 1) * 8192, 8192, (Number(pageno) - 1) * 8192)
    // SQLite caches these pages, as it does not after a read error, until another process commits.
    const other = new DatabaseSync(data)
    other.exec("pragma busy_timeout = 20000; update bottega_generation set number = number + 1")
    other.close()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(`${url}/v1.1/orders/list.json?limit=1`, { headers })).status).toBe(200)
    expect(lines).toMatchObject([
      { reason: "damaged", cause: "database disk image is malformed (ERR_SQLITE_ERROR 11)" }
    ])
  } finally {
    await stop()
  }
})

test("/readyz reports a data file that was deleted, and no write is answered as done", async () => {
  const data = join(folder, "shop.db")
  const { lines, log } = errors()
  const { credentials, stop, url } = await serve(config("--data", data, "--demo", "--demo-orders", "1"), {
    log
  })
  try {
    rmSync(data)
    const answer = await fetch(`${url}/v1.1/coupons/list.json`, { headers: { key: credentials.key!, exchange: "x" } })
    expect([401, 503]).toContain(answer.status)
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status).toBe(503)
    expect(lines[0]).toMatchObject({ reason: "replaced", cause: expect.stringContaining("was deleted or moved") })
    const headers = { authorization: `Bearer ${credentials.token}` }
    const body = new URLSearchParams({ name: "Lost" })
    const made = await fetch(`${url}/control/v1/shops/shop.json`, { method: "POST", headers, body })
    expect(made.status).toBe(503)
    expect(readFileSync(join(folder, "credentials.json"), "utf8")).toContain(credentials.token)
  } finally {
    await stop()
  }
})
