/** The files of the console, which are built with the program, and compressed once. */
import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { extname } from "node:path"
import { pathToFileURL } from "node:url"
import { type Asset, assetOf } from "../docs/asset.ts"
import { kept } from "../docs/kept.ts"

/** The files by their names, which hold a hash of their content. */
export type ConsoleFiles = ReadonlyMap<string, Asset>

/** Reads all files, once in a process. Our own bundle and the published packages have them in a folder; the sources build them. */
export const consoleFiles = kept(async (): Promise<ConsoleFiles> => {
  const files = (await beside()) ?? (await built())
  const assets = files.map(
    async ({ body, name }) => [name, await assetOf(types[extname(name)]!, async () => body)] as const
  )
  return new Map(await Promise.all(assets))
})

interface BuiltFile {
  readonly name: string
  readonly body: Buffer
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8"
}

const beside = async (): Promise<ReadonlyArray<BuiltFile> | undefined> => {
  for (const folder of [".", "./bottega", ".."]) {
    const at = new URL(`${folder}/browser/`, import.meta.url)
    const names = (await readdir(at).catch(() => [])).filter((name) => /^app-.*\.js$/.test(name))
    if (names.length === 0) continue
    const all = (await readdir(at)).filter((name) => extname(name) in types)
    return Promise.all(all.map(async (name) => ({ name, body: await readFile(new URL(name, at)) })))
  }
  return undefined
}

const built = async (): Promise<ReadonlyArray<BuiltFile>> => {
  const builder = createRequire(import.meta.url).resolve("@bottega/console/files")
  const { build } = await import(pathToFileURL(builder).href)
  return (await build()).files
}
