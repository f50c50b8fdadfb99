// The command from its tarball alone: the files that it loads, its start, and a demo shop with pictures.
import { readFileSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { lowestNode } from "../install.mjs"
import { begin, run, runNode } from "./npm.ts"
import { blocksOf } from "./readme.ts"
import type { Trials } from "./trials.ts"

/** Where npm puts the package, and its program. */
const home = (folder: string): string => join(folder, "node_modules/@bottega/cli")
const binary = (folder: string): string => join(home(folder), "dist/bottega.mjs")

/** What is tried in a project that has the command and nothing else. */
export const commandTrials = (folder: string): Trials => ({
  "shows its help without reading a file of another package": () => helpAlone(folder),
  "starts quickly": () => startTime(folder),
  "is found by npx, and prints the version of its package": () => viaNpx(folder),
  "serves the demo shop, its pages and pictures, and stops when asked": () => demo(folder),
  "serves a demo shop from a file on the lowest Node that it admits, and finds nothing wrong with it": () =>
    onLowestNode(folder),
  "does what its README shows": () => readme(folder)
})

/** Prints every module that is loaded, as a program that Node runs before the command. */
const listing = `
import { registerHooks } from "node:module"
const seen = []
registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
process.on("exit", () => process.stderr.write(JSON.stringify(seen)))
`

const helpAlone = async (folder: string): Promise<string> => {
  writeFileSync(join(folder, "listing.mjs"), listing)
  const args = ["--import", "./listing.mjs", binary(folder), "--help"]
  const { code, stderr, stdout } = await begin(folder, [process.execPath, ...args]).ended
  if (code !== 0 || !stdout.includes("Commands:")) throw new Error(`--help ended with ${code}:\n${stdout}${stderr}`)
  const loaded: Array<string> = JSON.parse(stderr).filter((url: string) => url.startsWith("file:"))
  const own = pathToFileURL(join(realpathSync(home(folder)), "dist/")).href
  const foreign = loaded.filter((url) => !url.startsWith(own))
  if (foreign.length > 0) throw new Error(`--help loads files of other packages: ${foreign.join(", ")}`)
  const server = loaded.filter((url) => readFileSync(new URL(url), "utf8").includes("node_modules/fastify"))
  if (server.length > 0) throw new Error(`--help loads the server: ${server.join(", ")}`)
  return `${loaded.length} files`
}

const startTime = async (folder: string): Promise<string> => {
  const times: Array<number> = []
  for (let count = 0; count < 7; count++) {
    const start = performance.now()
    await runNode(folder, [binary(folder), "--help"])
    times.push(performance.now() - start)
  }
  const [fastest, , , median] = times.sort((a, b) => a - b)
  return `--help: ${median!.toFixed(0)} ms (median of ${times.length}), ${fastest!.toFixed(0)} at best`
}

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(home(folder), "package.json"), "utf8")).version

const viaNpx = async (folder: string): Promise<string> => {
  const printed = await run(folder, ["npx", "--no-install", "bottega", "--version"])
  if (printed.trim() !== versionOf(folder)) throw new Error(`bottega --version prints ${printed}`)
  return printed.trim()
}

/** A store that a command serves in a folder of its own. */
export interface Served {
  readonly url: string
  /** Asks the server to stop, and waits until it has. */
  readonly stop: () => Promise<void>
}

/** The time within which a server starts, even on a busy machine. */
const startTimeoutMs = 60_000

/** Runs `bottega serve` with some flags, at a free port. */
export const serve = async (
  folder: string,
  flags: ReadonlyArray<string>,
  cwd = folder,
  node = process.execPath
): Promise<Served> => {
  const command = [node, binary(folder), "serve", "--port", "0", ...flags]
  const { child, ended, errors } = begin(cwd, command)
  let code: number | null | undefined
  void ended.then((end) => {
    code = end.code
  })
  const addressOf = () => /"url":"(http[^"]+)"/.exec(errors())?.[1]
  for (const start = performance.now(); addressOf() === undefined; await sleep(20)) {
    const isLate = performance.now() - start > startTimeoutMs
    if (isLate) child.kill("SIGKILL")
    if (isLate || code !== undefined) throw new Error(`bottega serve did not start (${code ?? "late"}):\n${errors()}`)
  }
  const stop = async () => {
    child.kill("SIGTERM")
    const { code, stderr } = await ended
    if (code !== 0 || !stderr.includes("stopped")) throw new Error(`SIGTERM ended the server with ${code}:\n${stderr}`)
  }
  return { url: addressOf()!, stop }
}

/** Does some work with a server, and stops it whatever happens. */
export const served = async <A>(server: Promise<Served>, work: (url: string) => Promise<A>): Promise<A> => {
  const { stop, url } = await server
  try {
    return await work(url)
  } finally {
    await stop()
  }
}

const get = async (url: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init)
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return response
}

/** What Node 22.19 does in another way than later ones shows in no other test. */
const onLowestNode = async (folder: string): Promise<string> => {
  const node = await lowestNode()
  if (node === undefined) return "not tried, as none is pinned for this platform"
  const data = ["--data", "lowest.db"]
  const { stop } = await serve(folder, ["--demo", "--demo-orders", "20", ...data], folder, node)
  await stop()
  const { code, stderr, stdout } = await begin(folder, [node, binary(folder), "doctor", ...data]).ended
  if (code !== 0 || stderr !== "") throw new Error(`doctor ended with ${code}:\n${stdout}${stderr}`)
  return `Node ${(await run(folder, [node, "--version"])).trim()}`
}

const demo = (folder: string): Promise<string> =>
  served(serve(folder, ["--demo"]), async (url) => {
    const { version } = (await (await get(`${url}/healthz`)).json()) as { readonly version: string }
    if (version !== versionOf(folder)) throw new Error(`/healthz says version ${version}`)
    const files: Array<string> = []
    for (const page of ["docs", "console"]) {
      const text = await (await get(`${url}/${page}`)).text()
      files.push(...[...text.matchAll(/(?:src|href)="([^":#]+)"/g)].map(([, path]) => new URL(path!, `${url}/`).href))
    }
    for (const file of files) await get(file)
    const { exchange, key } = JSON.parse(readFileSync(join(folder, "bottega.credentials.json"), "utf8"))
    const headers = { key, exchange }
    const body = new URLSearchParams({ base64: picture })
    const added = await get(`${url}/v1.1/gallery/image.json`, { method: "POST", headers, body })
    const { thumbnail } = (await added.json()) as { readonly thumbnail: string }
    const type = (await get(thumbnail)).headers.get("content-type")
    if (type !== "image/webp") throw new Error(`The thumbnail of a picture is ${type}.`)
    return `${files.length} files of its pages`
  })

/** A GIF of one pixel. */
const picture = "R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="

/** Runs the blocks of commands, which end in `sh`; what is shown as a session at a terminal is tried above. */
const readme = async (folder: string): Promise<string> => {
  const blocks = blocksOf(readFileSync(join(home(folder), "README.md"), "utf8"), "sh")
  if (blocks.length === 0) throw new Error("The README shows no commands.")
  writeFileSync(join(folder, "readme.sh"), `set -eu\nPATH="$PWD/node_modules/.bin:$PATH"\n${blocks.join("")}`)
  await run(folder, ["sh", "./readme.sh"])
  return `${blocks.length} blocks`
}
