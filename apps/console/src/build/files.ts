/** Builds the files of the console that browsers load. Their names hold a hash of their content. */
import { createHash } from "node:crypto"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type OutputChunk, rolldown } from "rolldown"
import { frozen } from "./frozen.ts"

const src = fileURLToPath(new URL("..", import.meta.url))

/** A file that a browser loads: `app-1f0c….js`. */
export interface BuiltFile {
  readonly name: string
  readonly body: Buffer
}

/** The parts of a build. */
export interface Built {
  readonly files: ReadonlyArray<BuiltFile>
  /** The names of those that the first page loads: its script with what that imports, and its style. */
  readonly first: ReadonlyArray<string>
  /** The modules that something is left of, for their licences. */
  readonly modules: ReadonlyArray<string>
}

/** Builds all files. */
export const build = async (): Promise<Built> => {
  const building = await rolldown({
    input: { app: join(src, "main.tsx") },
    platform: "browser",
    tsconfig: join(src, "../tsconfig.json"),
    plugins: [frozen],
    logLevel: "warn"
  })
  const { output } = await building.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js"
  })
  await building.close()
  const chunks = output.filter((file): file is OutputChunk => file.type === "chunk")
  const style = styleFile()
  const files = chunks.map(({ code, fileName }) => ({ name: fileName, body: Buffer.from(code) }))
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules))
  return { files: [...files, style], first: [...firstOf(chunks), style.name], modules }
}

/** The entry and what it imports, and so on. */
const firstOf = (chunks: ReadonlyArray<OutputChunk>): ReadonlyArray<string> => {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const name of names)
    for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(other)
  return [...names]
}

/** All style sheets in the order of their names. */
const styleFile = (): BuiltFile => {
  const texts = globSync("style/*.css", { cwd: src })
    .sort()
    .map((file) => readFileSync(join(src, file), "utf8"))
  const body = Buffer.from(
    texts
      .join("\n")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/\n\s*/g, "\n")
  )
  return { name: `style-${createHash("sha256").update(body).digest("hex").slice(0, 8)}.css`, body }
}

/** Builds all files into a folder; returns the modules that they were made of. */
export const buildInto = async (folder: string): Promise<ReadonlyArray<string>> => {
  const { files, modules } = await build()
  mkdirSync(folder, { recursive: true })
  for (const { body, name } of files) writeFileSync(join(folder, name), body)
  return modules
}
