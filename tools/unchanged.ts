// Skips a check that passed before on the same files, with the same programs.
import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Folders without sources: the lockfile names what is installed, and the rest is built. */
const made = new Set([".git", ".programs", ".turbo", "coverage", "dist", "node_modules"])

/** Larger files, such as a shop's data, are recognized by their size and the time of their last change. */
const maxReadBytes = 16 * 1024 * 1024

/**
 * A hash of the names and contents of all files in a checkout but Markdown, which no check reads, and of what is installed.
 * If a file cannot be read, or is removed meanwhile, the result equals no other state.
 */
export const stateOf = (root: string): string => {
  try {
    return hashOf(root)
  } catch {
    return randomUUID()
  }
}

const hashOf = (root: string): string => {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}\0`)
  const installed = join(root, "node_modules/.pnpm/lock.yaml")
  hash.update(existsSync(installed) ? readFileSync(installed) : "nothing").update("\0")
  for (const path of filesIn(root)) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path.slice(root.length)}\0${size}\0`)
    hash.update(size > maxReadBytes ? String(mtimeMs) : readFileSync(path))
  }
  return hash.digest("hex")
}

function* filesIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (made.has(entry.name) || entry.name.startsWith(".lock-")) continue
    if (entry.isDirectory()) yield* filesIn(join(folder, entry.name))
    else if (entry.isFile() && !entry.name.endsWith(".md")) yield join(folder, entry.name)
  }
}

/**
 * Runs a check, and notes in `stamp` the state that it passed on; gives "unchanged" without running it if that is still the
 * state. Nothing is noted if the state changed meanwhile, since it is not known which one the check read.
 */
export const unlessUnchanged = async <A extends { readonly ok: boolean }>(
  stamp: string,
  state: () => string,
  check: () => Promise<A>
): Promise<A | "unchanged"> => {
  const before = state()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === before) return "unchanged"
  rmSync(stamp, { force: true })
  const result = await check()
  if (result.ok && state() === before) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, before)
  }
  return result
}
