/** What a server loads to start: each module costs every start time, and a running server memory. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { environment, main, session } from "./shell.ts"

const { end, folder } = session()
const [ready, probe, seen] = ["ready.json", "probe.cjs", "seen.json"].map((name) => join(folder, name)) as [
  ready: string,
  probe: string,
  seen: string
]
let loaded: { readonly chunks: ReadonlyArray<string>; readonly builtins: ReadonlyArray<string> }

/** Writes down what the process has loaded when it ends. */
const program = `
const chunks = []
require("node:module").registerHooks({ load: (url, context, next) => (chunks.push(url), next(url, context)) })
process.on("exit", () => {
  const builtins = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")).map((name) => name.slice(13))
  require("node:fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ chunks, builtins }))
})`

beforeAll(async () => {
  writeFileSync(probe, program)
  const flags = ["--demo", "--demo-orders", "5", "--memory", "--port", "0", "--shutdown-delay", "0"]
  const args = ["--require", probe, main, "serve", ...flags, "--ready-file", ready, "--log-level", "silent"]
  const server = spawn(process.execPath, args, { cwd: folder, env: environment, stdio: "ignore" })
  const ended = once(server, "exit")
  while (!existsSync(ready)) {
    if ((server.exitCode ?? server.signalCode) !== null)
      throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`)
    await setTimeout(20)
  }
  server.kill("SIGTERM")
  await ended
  loaded = JSON.parse(readFileSync(seen, "utf8"))
})
afterAll(end)

const chunksOf = () => loaded.chunks.filter((url) => url.startsWith("file:")).map((url) => new URL(url).pathname)

it("are chunks of a server without those of MongoDB, pictures, templates or the description of the API", () => {
  const names = chunksOf().map((path) => basename(path).replace(/(?:-[\w-]{8})?\.mjs$/, ""))
  expect(names.filter((name) => /look|any-ascii|fill|clean|reader|decoder|openapi|composer|smtp/.test(name))).toEqual(
    []
  )
  expect(names).toContain("start")
})

it("come to less than 2.9 MB of text, which compilers of schemas would exceed", () => {
  const bytes = chunksOf().reduce((sum, path) => sum + readFileSync(path).length, 0)
  expect(bytes).toBeLessThan(2_900_000)
})

it("have no character over U+00FF, which would double the whole text in memory", () => {
  const wide = chunksOf().map((path) => [basename(path), /[\u0100-\uffff]/.exec(readFileSync(path, "utf8"))?.[0]])
  expect(wide.filter(([, character]) => character !== undefined)).toEqual([])
})

it("are not Node's modules of HTTP/2, of fetch or of web streams, which cost 27 MB", () => {
  const dear = /^(?:http2|internal\/http2|internal\/deps\/undici|internal\/webstreams|stream\/web)/
  expect(loaded.builtins.filter((name) => dear.test(name))).toEqual([])
  expect(loaded.builtins).toContain("_http_server")
})
