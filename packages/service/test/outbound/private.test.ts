/** No spelling of an address that is not public leads to a connection, whatever a name resolves to and when. */
import { createServer } from "node:http"
import { type AddressInfo, Socket } from "node:net"
import { Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { PrivateUrls, Resolver } from "../../src/outbound/address.ts"
import { post } from "../../src/outbound/post.ts"

const posting = (url: string) => ({ url, headers: {}, body: "", caller: "test", within: 60_000, maxBytes: 100 })

/** Posts while names resolve to these addresses, one list for each question, the last one for all that follow. */
const posted = (url: string, ...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let asked = 0
  return post(posting(url)).pipe(
    Effect.map(({ status }) => String(status)),
    Effect.catch(({ reason }) => Effect.succeed(reason)),
    Effect.provideService(Resolver, async () =>
      (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({ address }))
    ),
    Effect.runPromise
  )
}

const connects = vi.spyOn(Socket.prototype, "connect")
afterEach(() => void connects.mockClear())

/** One address of each network that is not public, some at its edges. */
const networks = [
  ...["0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1"],
  ...["127.255.255.254", "169.254.169.254", "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1"],
  ...["192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"],
  ...["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"]
]
const hex = (n: number, digits = 1) => n.toString(16).padStart(digits, "0")

/** The spellings of an IPv4 address that a url may have, and the IPv6 addresses that lead to it. */
const spellings = (address: string): ReadonlyArray<string> => {
  const bytes = address.split(".").map(Number) as [number, number, number, number]
  const [a, b, c, d] = bytes
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const [high, low] = [hex((a << 8) | b), hex((c << 8) | d)]
  const v6 = [`::ffff:${address}`, `::ffff:${high}:${low}`, `0:0:0:0:0:FFFF:${high}:${low}`, `::${high}:${low}`]
  const translated = [
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::`
  ]
  return [
    ...[address, `${address}.`, String(number), `0x${hex(number)}`, `0X${hex(number, 8).toUpperCase()}`],
    ...[`0${number.toString(8)}`, bytes.map((byte) => `0${byte.toString(8)}`).join(".")],
    ...[
      bytes.map((byte) => `0x${hex(byte)}`).join("."),
      `${a}.${(b << 16) | (c << 8) | d}`,
      `${a}.${b}.${(c << 8) | d}`
    ],
    ...[`0x${hex(a)}.0${b.toString(8)}.${(c << 8) | d}`, address.replace(/\d/g, (digit) => `%3${digit}`)],
    ...[address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))), address.replaceAll(".", "。")],
    ...[...v6, ...translated].map((one) => `[${one}]`)
  ]
}
const others = [
  ...["::", "::1", "::2", "100::1", "2001:db8::1", "2001:20::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1"],
  ...["febf::1", "fec0::1", "ff02::1", "4000::1", "5f00::1", "8000::1"]
].map((one) => `[${one}]`)

it("no literal address", async () => {
  const hosts = [...new Set([...networks.flatMap(spellings), ...others])]
  expect(hosts.length).toBeGreaterThan(500)
  for (const host of hosts) {
    const port = connects.mock.calls.length
    const reason = await posted(`${host.length % 2 === 0 ? "http" : "https"}://${host}:8080/a`)
    // The URL parser rejects some of the spellings.
    expect(["must lead to a public address", "must be an http or https address"], host).toContain(reason)
    expect(connects.mock.calls.length, host).toBe(port)
  }
})

it("no name that resolves to one, alone or with others, and no user or password before a host", async () => {
  const mapped = networks.map((address) => `::ffff:${address}`)
  for (const address of [...networks, ...mapped, "::1", "fe80::1%eth0", "not an address"])
    expect(await posted("https://hooks.example/", [address, "fd00::1"]), address).toBe("must lead to a public address")
  for (const url of [
    "http://93.184.215.14@127.0.0.1/",
    "http://a:b@93.184.215.14/",
    "http://127.0.0.1#@93.184.215.14/"
  ])
    expect(await posted(url), url).toMatch(/^must /)
  expect(connects).not.toHaveBeenCalled()
})

it("a name that resolves to another address after the check leads to the one that was checked", async () => {
  // The connection does not succeed; where it was going to is what counts.
  connects.mockImplementation(function (this: Socket) {
    queueMicrotask(() => this.destroy(new Error("stopped by the test")))
    return this
  })
  const reason = await posted("http://rebound.example/", ["93.184.215.14"], ["127.0.0.1"])
  const targets = connects.mock.calls.map(([normalized]) => (normalized as unknown as [{ host: string }])[0].host)
  connects.mockRestore()
  expect(reason).toBe("gave no answer: stopped by the test")
  expect(targets).toEqual(["93.184.215.14"])
})

it("no redirect", async () => {
  let calls = 0
  const server = createServer((request, answer) => {
    calls++
    const { port } = server.address() as AddressInfo
    answer.writeHead(request.url === "/a" ? 307 : 302, { location: `http://127.0.0.1:${port}/private` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  for (const path of ["a", "b"]) {
    const answered = Effect.provideService(post(posting(`http://127.0.0.1:${port}/${path}`)), PrivateUrls, true)
    expect((await Effect.runPromise(answered)).status).toBeGreaterThan(300)
  }
  expect(calls).toBe(2)
  server.closeAllConnections()
  server.close()
})
