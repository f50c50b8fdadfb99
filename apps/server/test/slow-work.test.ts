/** Slow work over HTTP: in which order pictures of several callers are served, and what /metrics says of them. */
import { readFileSync } from "node:fs"
import { crc32, deflateSync } from "node:zlib"
import { policies } from "@bottega/domain/throttle"
import { afterAll, beforeAll, expect, test } from "vitest"
import { given, opened, operator } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
let url: string
beforeAll(async () => {
  for (const pid of decoders()) others.add(pid)
  // The senders are not limited by how many calls they make.
  server = await given({ policies: { ...policies, account: { ...policies.account, limit: 1000 } } })
  url = await server.listen(0, "127.0.0.1")
})
afterAll(() => server.close())

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, "latin1")
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8)
  return bytes
}
const side = 8
const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 0, 0, 0, 0])
/** A white PNG; `more` makes its bytes others. */
const png = (more: string): string =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${more}`)),
    chunk("IDAT", deflateSync(Buffer.alloc((side + 1) * side))),
    chunk("IEND", Buffer.alloc(0))
  ]).toString("base64")

const send = async (headers: Readonly<Record<string, string>>, more: string): Promise<number> => {
  const response = await fetch(`${url}/v1.1/gallery/image.json`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ base64: png(more) })
  })
  await response.text()
  return response.status
}

/** Decoders that a test file before this one, in the same thread, has left to end by themselves. */
const others = new Set<number>()
const decoders = (): ReadonlyArray<number> =>
  // Other test files run in other threads of this process.
  readFileSync("/proc/thread-self/children", "utf8")
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .filter((pid) => !others.has(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("decoder"))
const signal = (name: NodeJS.Signals) => {
  for (const pid of decoders()) process.kill(pid, name)
}

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^bottega_slow_${name}\\{kind="pictures"\\} (\\d+)$`, "m").exec(text)?.[1])
}

test("one key set that sends too many pictures is refused, and those of others are served next", async () => {
  const [attacked, other, third] = [await opened(server), await opened(server), await opened(server)]
  const payload = { shop: attacked.shop, permission: "read-write" }
  const { exchange, key } = (
    await server.app.inject({ method: "POST", url: "/control/v1/keys/key.json", headers: operator, payload })
  ).json()
  // As many decoders as there will be, and all of them stopped.
  await Promise.all(Array.from({ length: 8 }, (_, at) => send(third.writing, `first ${at}`)))
  signal("SIGSTOP")
  const order: Array<string> = []
  const served = (who: string, headers: Readonly<Record<string, string>>, at = 0) =>
    send(headers, `${who} ${at}`).then((status) => void order.push(`${who} ${at} ${status}`))
  const many = 80
  const all = Array.from({ length: many }, (_, at) => served("sender", attacked.writing, at))
  /** Everything that waits, runs or is answered. */
  const arrived = async () => {
    signal("SIGSTOP")
    return (await metric("waiting")) + (await metric("running")) + order.length
  }
  // 64 of one key set may wait. A decoder that starts late may decode some until it is stopped too.
  await expect.poll(arrived).toBe(many)
  all.push(served("key set", { key, exchange }), served("shop", other.writing))
  await expect.poll(arrived).toBe(many + 2)
  const [before, running] = [order.length, await metric("running")]
  signal("SIGCONT")
  await Promise.all(all)
  // Those that ran, then the newcomers, beside which each other worker did at most one more; 64 waited before them. How many
  // answers are read first depends on the machine, but it is far from half of those that waited.
  for (const newcomer of ["key set 0 200", "shop 0 200"]) {
    expect(order).toContain(newcomer)
    expect(order.indexOf(newcomer)).toBeLessThan(before + running + 32)
  }
  const refused = order.filter((one) => one.endsWith("503")).length
  expect(refused).toBeGreaterThan(0)
  expect(order.filter((one) => one.endsWith("200"))).toHaveLength(many + 2 - refused)
  // The text of the metrics is made once a second, and a process that was ended is there until the system has removed it.
  const figures = async () => [await metric("waiting"), await metric("running"), await metric("refused_total")]
  await expect.poll(figures).toEqual([0, 0, refused])
  await expect.poll(async () => (await metric("processes")) - decoders().length).toBe(0)
  expect(server.log.defects).toEqual([])
})
