/** The published entry point for tests: one program of few modules, because each test file waits for it. */
import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { bundleTesting } from "./bundle.ts"

// Below the server, so that what is not part of the bundle is found as by the published package.
const server = join(import.meta.dirname, "../apps/server")
mkdirSync(join(server, "dist"), { recursive: true })
const folder = mkdtempSync(join(server, "dist/testing-"))
afterAll(() => rmSync(folder, { recursive: true }))

const program = `
const urls = []
require("node:module").registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
const { writeFileSync } = require("node:fs")
import("./testing.js").then(async ({ testServer }) => {
  const server = await testServer()
  const loaded = [...urls]
  const headers = { key: server.key, exchange: server.exchange }
  const call = async (path, body) => {
    const answer = await fetch(server.url + path, { method: body ? "POST" : "GET", headers, body })
    return [answer.status, await answer.json()]
  }
  const picture = "R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="
  const made = await call("/v1.1/brands/brand.json", new URLSearchParams({ name: "Acme", description: "<b>x</b><script>y</script>" }))
  const image = await call("/v1.1/gallery/image.json", new URLSearchParams({ base64: picture }))
  const page = await fetch(server.url + "/llms.txt")
  await server.restore()
  const brands = await call("/v1.1/brands/list.json")
  await server.close()
  writeFileSync("seen.json", JSON.stringify({ loaded, made, image, page: page.status, brands }))
})`

const { NODE_COMPILE_CACHE: _, ...environment } = process.env
/** Starts and closes a server in a process of its own, with more in its environment. */
const startedWith = async (more: NodeJS.ProcessEnv) => {
  const script = 'import("./testing.js").then(async ({ testServer }) => (await testServer()).close())'
  await promisify(execFile)(process.execPath, ["-e", script], { cwd: folder, env: { ...environment, ...more } })
}

let used: ReadonlyArray<string>
let seen: {
  loaded: ReadonlyArray<string>
  made: [number, object]
  image: [number, object]
  page: number
  brands: unknown
}
beforeAll(async () => {
  used = await bundleTesting(folder)
  writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  symlinkSync(join(server, "../../docs/guides"), join(folder, "guides"))
  writeFileSync(join(folder, "program.cjs"), program)
  await promisify(execFile)(process.execPath, ["program.cjs"], {
    cwd: folder,
    env: { ...environment, NODE_DISABLE_COMPILE_CACHE: "1" }
  })
  seen = JSON.parse(readFileSync(join(folder, "seen.json"), "utf8"))
})

it("serves, cleans HTML and takes pictures by its own programs", () => {
  expect(seen).toMatchObject({ made: [200, {}], image: [200, {}], page: 200, brands: [200, []] })
})

it("loads at most 20 files and 2.5 MB until it is ready, where the sources are a thousand modules", () => {
  const files = seen.loaded.filter((url) => url.startsWith("file:"))
  const bytes = files.reduce((sum, url) => sum + readFileSync(new URL(url)).length, 0)
  expect(files.length).toBeLessThanOrEqual(20)
  expect(bytes).toBeLessThan(2_500_000)
})

describe("compiled code", () => {
  const own = join(folder, "compile-cache")
  const elsewhere = join(folder, "elsewhere")
  beforeEach(() => {
    for (const path of [own, elsewhere]) rmSync(path, { recursive: true, force: true })
  })

  it("is kept beside the program once a server is closed", async () => {
    await startedWith({})
    expect(readdirSync(own, { recursive: true }).length).toBeGreaterThan(5)
  })

  it("is kept where the process keeps it", async () => {
    await startedWith({ NODE_COMPILE_CACHE: elsewhere })
    expect([existsSync(own), existsSync(elsewhere)]).toEqual([false, true])
  })

  it.each(["NODE_DISABLE_COMPILE_CACHE", "NODE_V8_COVERAGE"])("is not kept with %s", async (name) => {
    await startedWith({ [name]: elsewhere })
    expect(existsSync(own)).toBe(false)
  })

  it("is not needed: a server starts where it cannot be kept", async () => {
    writeFileSync(own, "no folder")
    await startedWith({})
    expect(readFileSync(own, "utf8")).toBe("no folder")
  })
})

it("loads no page, no description, no template, no mail and no picture program to start", () => {
  const names = seen.loaded.map((url) => url.split("/").at(-1)!)
  expect(
    names.filter((name) =>
      /^(openapi|reference|any-ascii|look|composer|mail|smtp|decoder|cleaner|filler|reader|recording)\b/.test(name)
    )
  ).toEqual([])
})

it("is made of this program and the packages whose licences go with it", () => {
  expect(used.some((path) => path.endsWith("apps/server/src/testing.ts"))).toBe(true)
})
