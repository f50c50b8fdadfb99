// The client from its tarball alone: from ES modules and CommonJS, under both ways to resolve types, and in a browser.
import { readFileSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { asBundler, asNode, runNode, typeCheck } from "./npm.ts"
import { blocksOf, programOf } from "./readme.ts"
import type { Trials } from "./trials.ts"

const root = join(import.meta.dirname, "../..")

/** The environment of a program that calls a store. */
export interface Access {
  readonly STORE_URL: string
  readonly STORE_KEY: string
  readonly STORE_EXCHANGE: string
}

/** The names that READMEs use for a store, as declarations. */
export const access = `const { STORE_URL: url = "", STORE_KEY: key = "", STORE_EXCHANGE: exchange = "" } = process.env`

/** What is tried in a project that has the client and nothing else; `store` is a new shop. */
export const clientTrials = (folder: string, store: Access): Trials => ({
  "alone compiles and runs the call of the root's README": () => rootCall(folder, store),
  "alone can be required": () => required(folder, store),
  "alone makes a browser's bundle": () => bundled(folder)
})

const rootCall = async (folder: string, store: Access): Promise<string> => {
  const blocks = blocksOf(readFileSync(join(root, "README.md"), "utf8"), "ts")
  const code = programOf([...blocks, "sent // []"], access).replaceAll("http://127.0.0.1:8080", store.STORE_URL)
  // Without @types/node: a project for browsers has none.
  const declared =
    'declare const process: { env: Record<string, string>; exit(): void }\ndeclare module "node:assert/strict"\n'
  writeFileSync(join(folder, "globals.d.ts"), declared)
  writeFileSync(join(folder, "root.ts"), code)
  const entries = ["", "/effect", "/sent"].map((path, index) => `export * as e${index} from "@bottega/client${path}"\n`)
  writeFileSync(join(folder, "entries.ts"), entries.join(""))
  writeFileSync(join(folder, "typed.cts"), typed)
  writeFileSync(join(folder, "exported.ts"), exported)
  const files = ["globals.d.ts", "root.ts", "entries.ts", "exported.ts"]
  await typeCheck(folder, [...files, "typed.cts"], asNode)
  await typeCheck(folder, files, asBundler)
  await runNode(folder, ["root.ts"], { ...store })
  return `${blocks.length} blocks, 3 entry points`
}

const required = async (folder: string, store: Access): Promise<string> => {
  const code = `
const { Bottega, BottegaError } = require("@bottega/client")
const { Store } = require("@bottega/client/effect")
const { nextQueryOf } = require("@bottega/client/sent")
const { STORE_URL: url, STORE_KEY: key, STORE_EXCHANGE: exchange } = process.env
if (![BottegaError, Store.layer, nextQueryOf].every((one) => typeof one === "function")) throw new Error("something is missing")
new Bottega({ url, key, exchange }).orders.list({ limit: 1 }).then((orders) => console.log(orders.length + " order"))
`
  writeFileSync(join(folder, "required.cjs"), code)
  return (await runNode(folder, ["required.cjs"], { ...store })).trim()
}

/** What a module of a project may export without an annotation. */
const exported = `import { Bottega, http } from "@bottega/client"
export const transport = http("http://store.test")
export const store = new Bottega({ transport })
`

/** A module that TypeScript compiles to CommonJS, which only Node loads. */
const typed = `import client = require("@bottega/client")
export const list = (options: client.Options) => new client.Bottega(options).orders.list({ status: 3 })
`

const bundled = async (folder: string): Promise<string> => {
  const sizes: Array<string> = []
  for (const entry of ["@bottega/client", "@bottega/client/effect"]) {
    const input = join(folder, `browser-${sizes.length}.js`)
    writeFileSync(input, `export * from "${entry}"\n`)
    const build = await rolldown({ input, platform: "browser", cwd: folder, external: [/^node:/, ...builtinModules] })
    const { output } = await build.generate({ format: "esm", minify: true })
    await build.close()
    const { code, imports } = output[0]
    if (imports.length > 0) throw new Error(`${entry} needs ${imports.join(", ")}, which no browser has.`)
    sizes.push(`${entry} ${(gzipSync(code, { level: 9 }).length / 1024).toFixed(1)} KB gzipped`)
  }
  return sizes.join(", ")
}
