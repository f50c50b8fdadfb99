/** What `bottega serve` shows on a terminal: the command that it prints works as it is typed, and its log can be read. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { environment, hangMs, main, session } from "./shell.ts"

const { end, folder, run } = session()
const running: Array<ChildProcess> = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    if (child.kill("SIGTERM")) await ended
  }
})
afterAll(end)

const command = join(folder, "bottega")
writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
chmodSync(command, 0o755)

/** `script`, of util-linux, runs a program on a terminal of its own. */
const terminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false
if (!terminal) console.log("not run: a server on a terminal: there is no script of util-linux to make one with")

describe.runIf(terminal)("a server on a terminal", () => {
  const started = async (flags: string) => {
    const line = `exec '${process.execPath}' '${main}' serve --port 0 --shutdown-delay 0 ${flags}`
    const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: folder, env: { ...environment, TERM: "xterm" } })
    running.push(child)
    const found = { text: "" }
    child.stdout.setEncoding("utf8").on("data", (text: string) => (found.text += stripVTControlCharacters(text)))
    await expect.poll(() => found.text).toMatch(/Bottega is ready(.|\s)+orders list\r\n/)
    return found
  }

  it("prints commands that make a shop with a key set in the store that it serves, and readable lines", async () => {
    const found = await started("--memory")
    const [, text = ""] = /These commands make a shop .+:\r\n((?: {2}.+\r\n){3})/.exec(found.text) ?? []
    const PATH = `${folder}:${process.env["PATH"]}`
    const env = { ...environment, PATH }
    const typed = text.trim().split("\r\n")
    const results = typed.map((line) =>
      spawnSync("sh", ["-c", `${line} --json`], { cwd: folder, encoding: "utf8", env, timeout: hangMs })
    )
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0])
    const [made, , listed] = results.map(({ stdout }) => JSON.parse(stdout))
    expect(made).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{24}$/) })
    expect(listed).toEqual([])
    await expect.poll(() => found.text).toMatch(/\d\d:\d\d:\d\d 200 POST \/control\/v1\/shops\/shop\.json [\d.]+ ms /)
    expect(found.text).not.toContain('{"level"')
  })

  it("writes JSON there too, if it is asked for", async () => {
    const found = await started("--memory --log-format json")
    await expect.poll(() => found.text).toContain('{"level":"info","time":')
  })
})

it("a server on a pipe writes JSON, unless text is asked for", async () => {
  const first = async (...flags: ReadonlyArray<string>) => {
    const child = spawn(
      process.execPath,
      [main, "serve", "--memory", "--port", "0", "--shutdown-delay", "0", ...flags],
      {
        cwd: folder,
        env: environment
      }
    )
    running.push(child)
    const line = await new Promise<Buffer>((resolve) => child.stderr.once("data", resolve))
    return line.toString()
  }
  expect(JSON.parse((await first()).split("\n")[0]!)).toMatchObject({ msg: "ready" })
  expect(await first("--log-format", "text")).toMatch(/^\d\d:\d\d:\d\d ready url=http/)
})

it("the token of the environment is the operator's, unless a file is named", async () => {
  const shop = ["--url", "http://127.0.0.1:1", "shops", "list"]
  const env = { BOTTEGA_TOKEN: "t".repeat(16) }
  expect((await run(shop)).err).toContain("There is no credentials file")
  expect((await run(shop, { env })).err).not.toContain("credentials file")
  expect((await run(["--credentials", "none.json", ...shop], { env })).err).toContain("no credentials file")
})
