// Makes bundles of the command: dist/bottega.mjs, which `npm start` and the tests run, and the one that is published; and that of the entry
// point for tests. A bundle takes a fifth of the sources' start time and little more than half of their memory.
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"
import { buildConsole, copyAssets, copyGuides, copyPictures } from "./assets.ts"
import { fingerprint, publishedSources } from "./fingerprint.ts"

const root = join(import.meta.dirname, "..")
const target = join(root, "dist/bottega.mjs")

/** The bundle's last line names what it was made of, so that the two are written at once. */
const claim = (): string =>
  `//# made-of=${fingerprint([...publishedSources, "tools/{bundle,assets,fingerprint}.ts", "docs/guides/*.md"])}`

const lastBytes = (path: string, count: number): string => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size < count) return ""
  const file = openSync(path, "r")
  try {
    const bytes = Buffer.alloc(count)
    readSync(file, bytes, 0, count, size - count)
    return bytes.toString()
  } finally {
    closeSync(file)
  }
}

/**
 * Writes `bottega.mjs` and its chunks into `folder`; returns the source files that they were made of. A dynamically imported
 * module becomes a separate chunk, which costs nothing until it is used. Chunks are named after their content and moved into
 * place before the entry, so an existing bundle is complete. It is not minified: that makes no start faster, and its stack
 * traces stay readable.
 */
export const bundle = async (folder: string, footer = ""): Promise<ReadonlyArray<string>> => {
  const main = { name: "bottega", source: "apps/cli/src/main.ts", fileName: "bottega.mjs", footer }
  const used = await write(folder, main)
  copyAssets(join(folder, "bottega"))
  await buildConsole(join(folder, "bottega"))
  copyGuides(join(folder, "bottega"))
  copyPictures(join(folder, "bottega"))
  return used
}

/**
 * Writes `testing.js`, which `@bottega/server/testing` is, and its chunks into the folder of the compiled server, whose assets it uses;
 * returns the source files that they were made of.
 */
export const bundleTesting = (folder: string): Promise<ReadonlyArray<string>> =>
  write(folder, { name: "testing", source: "apps/server/src/testing/entry.ts", fileName: "testing.js", footer: "" })

/** Writes a program without other processes of its own into `folder`; returns its path. */
export const bundleProgram = async (source: string, folder: string): Promise<string> => {
  const external = [/^node:/, ...builtinModules]
  const build = await rolldown({ input: { program: source }, platform: "node", external, logLevel: "warn" })
  try {
    await build.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" })
  } finally {
    await build.close()
  }
  return join(folder, "program.mjs")
}

/** The entry of a bundle. */
interface Main {
  readonly name: string
  readonly source: string
  readonly fileName: string
  readonly footer: string
}

const write = async (folder: string, { fileName, footer, name, source }: Main): Promise<ReadonlyArray<string>> => {
  const build = await rolldown({
    input: {
      [name]: join(root, source),
      // Programs of their own, for processes and threads that the server starts.
      "bottega/decoder": join(root, "packages/service/src/pictures/decoder.ts"),
      "bottega/reader": join(root, "packages/service/src/archives/reader.ts"),
      "bottega/cleaner": join(root, "packages/service/src/html/cleaner.ts"),
      "bottega/filler": join(root, "packages/service/src/templates/filler.ts")
    },
    platform: "node",
    plugins: [unused],
    // Its native code cannot be part of a bundle; it is the only dependency of the published command.
    external: [/^node:/, ...builtinModules, "sharp"],
    logLevel: "warn"
  })
  mkdirSync(join(folder, "bottega"), { recursive: true })
  const making = mkdtempSync(join(folder, "making-"))
  try {
    const { output } = await build.write({
      dir: making,
      format: "esm",
      // V8 keeps the text of a program while it runs: one character over U+00FF doubles it, and comments are a quarter of it.
      charset: "ascii",
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: (chunk) => (chunk.name === name ? fileName : "[name].mjs"),
      chunkFileNames: "bottega/[name]-[hash].mjs",
      footer: (chunk) => (chunk.name === name ? footer : "")
    })
    const others = output.map((file) => file.fileName).filter((other) => other !== fileName)
    for (const file of [...others, fileName]) renameSync(join(making, file), join(folder, file))
    return output.flatMap((file) => (file.type === "chunk" ? usedBy(file) : []))
  } finally {
    rmSync(making, { recursive: true, force: true })
    await build.close()
  }
}

/**
 * Leaves out what Fastify has for settings that our server never gives it: schemas, a logger of its own, calls without a socket, and
 * HTTP/2. They are a third of the bundle, and loading HTTP/2 takes 11 MB and 20 ms.
 */
const unused: Plugin = {
  name: "unused",
  resolveId: (id, importer = "") =>
    importer.includes("/fastify/") && unusedByFastify.has(id) ? `\0unused:${id}` : null,
  load: (id) =>
    id.startsWith("\0unused:") ? `throw new Error("${id.slice("\0unused:".length)} is not part of this bundle")` : null,
  transform: (code, id) => (/\/fastify\/lib\/server\.js$/.test(id) ? code.replace("require('node:http2')", "{}") : null)
}

const unusedByFastify = new Set([
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "light-my-request"],
  "./logger-pino.js"
])

/** The modules of which something is left in the chunk. */
const usedBy = ({ modules }: OutputChunk): Array<string> =>
  Object.entries(modules).flatMap(([path, { renderedLength }]) => (renderedLength > 0 ? [path] : []))

const makeOwn = async (): Promise<string> => {
  const now = claim()
  const isMade = () => lastBytes(target, now.length + 2).includes(now)
  if (isMade()) return target
  mkdirSync(join(root, "dist"), { recursive: true })
  // Test files in several threads and processes may need it at once. The system releases the lock of one that is killed.
  const turn = new DatabaseSync(join(root, "dist/bundle.lock"), { timeout: maxWaitMs })
  try {
    turn.exec("begin exclusive")
    if (isMade()) return target
    console.error("Building dist/bottega.mjs ...")
    await bundle(join(root, "dist"), now)
    return target
  } finally {
    turn.close()
  }
}

/** It only bounds a hang. */
const maxWaitMs = 10 * 60_000

let made: Promise<string> | undefined
/** The path of `dist/bottega.mjs`, which is made first unless it is of the current sources. */
export const bundled = (): Promise<string> => (made ??= makeOwn())

if (import.meta.main) await bundled()
