// All packages together: every entry point is required and type-checked, and the code of every README runs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Access, access } from "./client.ts"
import { asBundler, asNode, runNode, typeCheck } from "./npm.ts"
import { blocksOf, programOf } from "./readme.ts"
import type { Trials } from "./trials.ts"

/** The packages whose READMEs show code, and what the code takes as given. */
const readmes: Readonly<Record<string, string>> = {
  domain: "",
  storage: "",
  service: "",
  client: access,
  server: ""
}

/** What is tried in a project that has all packages; `store` has a shop in which nothing was sold. */
export const packageTrials = (folder: string, store: Access): Trials => ({
  "together show code that compiles, as Node and as bundlers resolve modules": () => compile(folder),
  "together can be required": () => requireAll(folder),
  "together have the pictures that a demo shop is made with": async () => pictures(folder),
  "together have the files of the console": async () => consoleFiles(folder),
  ...Object.fromEntries(
    Object.keys(readmes).map((name) => [
      `together run the README of ${name}`,
      () =>
        runNode(folder, [`${name}.ts`], { ...store, BOTTEGA_TOKEN: "operator-token-of-a-test" }).then(
          (out) => out.trim().split("\n").at(-1)!
        )
    ])
  )
})

const homeOf = (folder: string, name: string): string => join(folder, "node_modules/@bottega", name)

const compile = async (folder: string): Promise<string> => {
  const files: Array<string> = []
  for (const [name, given] of Object.entries(readmes)) {
    const blocks = blocksOf(readFileSync(join(homeOf(folder, name), "README.md"), "utf8"), "ts")
    if (blocks.length === 0) throw new Error(`The README of ${name} shows no code.`)
    writeFileSync(join(folder, `${name}.ts`), programOf(blocks, given).replace("port: 8080", "port: 0"))
    files.push(`${name}.ts`)
  }
  for (const resolution of [asNode, asBundler]) await typeCheck(folder, files, resolution, ["node"])
  return `${files.length} READMEs`
}

const requireAll = async (folder: string): Promise<string> => {
  const entries = Object.keys(readmes).flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(homeOf(folder, name), "package.json"), "utf8"))
    const paths = Object.keys(exports).filter((path) => !path.includes("*"))
    return paths.map((path) => `@bottega/${name}${path.slice(1)}`)
  })
  const code = `for (const entry of ${JSON.stringify(entries)}) if (Object.keys(require(entry)).length === 0) throw new Error(entry)`
  writeFileSync(join(folder, "required.cjs"), `${code}\nprocess.exit()\n`)
  await runNode(folder, ["required.cjs"])
  return `${entries.length} entry points`
}

const pictures = (folder: string): string => {
  const [packed, drawn] = [join(homeOf(folder, "service"), "dist/demo/pictures"), drawnPictures].map(
    (place) => new Set(readdirSync(place))
  )
  const missing = [...drawn!].filter((name) => !packed!.has(name))
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(", ")}.`)
  return `${packed!.size} pictures`
}

const consoleFiles = (folder: string): string => {
  const names = readdirSync(join(homeOf(folder, "server"), "dist/browser"))
  for (const [what, pattern] of Object.entries({
    script: /^app-.*\.js$/,
    style: /^style-.*\.css$/,
    licences: /^LICENSES/
  }))
    if (!names.some((name) => pattern.test(name))) throw new Error(`The package lacks the ${what} of the console.`)
  return `${names.length} files`
}

const drawnPictures = join(import.meta.dirname, "../../packages/service/src/demo/pictures")
