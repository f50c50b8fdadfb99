// Makes bundles of the command: dist/bottega.mjs, which `npm start` and the tests run, and the one that is published. A bundle takes a fifth of
// the sources' start time and little more than half of their memory.
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { type OutputChunk, rolldown } from "rolldown"
import { copyAssets, copyPictures } from "./assets.ts"
import { fingerprint, publishedSources } from "./fingerprint.ts"

const root = join(import.meta.dirname, "..")
const target = join(root, "dist/bottega.mjs")

/** The bundle's last line names what it was made of, so that the two are written at once. */
const claim = (): string => `//# made-of=${fingerprint([...publishedSources, "tools/{bundle,assets,fingerprint}.ts"])}`

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
  const build = await rolldown({
    input: {
      bottega: join(root, "apps/cli/src/main.ts"),
      // Programs of their own, for a process and a thread that the server starts.
      "bottega/decoder": join(root, "packages/service/src/pictures/decoder.ts"),
      "bottega/thread": join(root, "packages/service/src/html/thread.ts")
    },
    platform: "node",
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
      entryFileNames: "[name].mjs",
      chunkFileNames: "bottega/[name]-[hash].mjs",
      footer: (chunk) => (chunk.name === "bottega" ? footer : "")
    })
    copyAssets(join(folder, "bottega"))
    copyPictures(join(folder, "bottega"))
    const names = output.map(({ fileName }) => fileName).filter((name) => name !== "bottega.mjs")
    for (const name of [...names, "bottega.mjs"]) renameSync(join(making, name), join(folder, name))
    return output.flatMap((file) => (file.type === "chunk" ? usedBy(file) : []))
  } finally {
    rmSync(making, { recursive: true, force: true })
    await build.close()
  }
}

/** The modules of which something is left in the chunk. */
const usedBy = ({ modules }: OutputChunk): Array<string> =>
  Object.entries(modules).flatMap(([path, { renderedLength }]) => (renderedLength > 0 ? [path] : []))

const makeOwn = async (): Promise<string> => {
  const now = claim()
  if (lastBytes(target, now.length + 2).includes(now)) return target
  console.error("Building dist/bottega.mjs ...")
  await bundle(join(root, "dist"), now)
  return target
}

let made: Promise<string> | undefined
/** The path of `dist/bottega.mjs`, which is made first unless it is of the current sources. */
export const bundled = (): Promise<string> => (made ??= makeOwn())

if (import.meta.main) await bundled()
