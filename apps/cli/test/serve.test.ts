import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { environment, main, session } from "./shell.ts"

describe("bottega serve", () => {
  const { apart, bottega, end, folder, json } = session()
  const ready = join(folder, "ready.json")
  let server: ChildProcess
  let url = ""
  let ended: Promise<number | null>

  beforeAll(async () => {
    const flags = ["--demo", "--demo-orders", "5", "--port", "0", "--ready-file", ready]
    const args = [main, "serve", ...flags, "--log-level", "silent"]
    server = spawn(process.execPath, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "ignore"] })
    // Nobody reads what it prints: it serves all the same.
    server.stdout!.destroy()
    ended = new Promise((resolve) => server.on("exit", resolve))
    while (!existsSync(ready)) {
      if ((server.exitCode ?? server.signalCode) !== null)
        throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`)
      await setTimeout(20)
    }
    url = JSON.parse(readFileSync(ready, "utf8")).url
  })
  afterAll(async () => {
    server.kill("SIGKILL")
    await ended
    await end()
  })

  it("writes credentials where commands look for them", async () => {
    const { code, err, out } = await bottega("--url", url, "orders", "list", "--json")
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(JSON.parse(out)).toHaveLength(5)
  })

  it("and commands use one data file at once", async () => {
    const { code } = await bottega("shops", "create", "Beside the server", "--json")
    expect(code).toBe(0)
    const names = async (...where: ReadonlyArray<string>) =>
      (await json(...where, "shops", "list")).map(({ name }: { name: string }) => name)
    expect(await names("--url", url)).toContain("Beside the server")
    expect(await names()).toEqual(await names("--url", url))
  })

  it("reports everything that is wrong with its flags, and exits with 2", async () => {
    const { code, err, out } = await apart(["serve", "--port", "x", "--demmo"])
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(/--port .+\n(.*\n)*.*--demmo|--demmo .+\n(.*\n)*.*--port/)
  })

  it("warns of a password on its command line, and never prints it", async () => {
    const uri = "mongodb://me:s3cret-word@127.0.0.1:1/shops?w=1"
    const { code, err, out } = await apart(["serve", "--mongo", uri])
    expect(code).toBe(1)
    expect(err).toContain("BOTTEGA_MONGO_FILE")
    expect(err + out).not.toContain("s3cret-word")
  })

  it("goes on after a hang-up", async () => {
    server.kill("SIGHUP")
    for (let asked = 0; asked < 5; asked++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect([server.exitCode, server.signalCode]).toEqual([null, null])
  })

  it("exits with 0 when it is asked to stop", async () => {
    server.kill("SIGTERM")
    expect(await ended).toBe(0)
    expect(existsSync(ready)).toBe(false)
  })
})
