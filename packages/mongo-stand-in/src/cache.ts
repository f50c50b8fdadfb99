// Folders in the user's cache that outlive a run and serve every clone; each is complete or absent.
import { spawn } from "node:child_process"
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

/** The folder of all cached folders. */
export const cacheFolder = (): string => join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "bottega")

/** A folder that `make` filled, and what `make` returned. */
export interface Cached<A> {
  readonly folder: string
  readonly facts: A
}

interface Manifest<A> {
  readonly facts: A
  readonly size: Size
}

/** The contents of a folder, without those that change in use. */
interface Size {
  readonly files: number
  readonly bytes: number
}

/** A folder to cache. */
export interface Recipe<A> {
  readonly name: string
  /** Paths below it whose files may change without making it damaged. */
  readonly changing: ReadonlyArray<string>
  /** Fills the empty folder; its result is stored beside the folder. */
  readonly make: (folder: string) => Promise<A>
  /** Whether a process still uses a damaged folder, which is then moved away and not removed. */
  readonly inUse: (folder: string) => boolean
}

/**
 * Returns the folder, and makes it first if it is missing or damaged. Of several concurrent callers, one makes it. An
 * interrupted caller leaves nothing under the name.
 */
export const cached = async <A>(recipe: Recipe<A>): Promise<Cached<A>> => {
  const there = intact(recipe)
  if (there !== undefined) return there
  mkdirSync(cacheFolder(), { recursive: true })
  return alone(`${place(recipe)}.lock`, async () => intact(recipe) ?? (await create(recipe)))
}

const place = ({ name }: { readonly name: string }): string => join(cacheFolder(), name)

const create = async <A>(recipe: Recipe<A>): Promise<Cached<A>> => {
  const folder = place(recipe)
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part)
  try {
    const facts = await recipe.make(part)
    const manifest: Manifest<A> = { facts, size: sizeOf(part, recipe.changing) }
    rmSync(`${folder}.json`, { force: true })
    moveAway(recipe)
    renameSync(part, folder)
    writeFileSync(`${folder}.json`, JSON.stringify(manifest))
    return { folder, facts }
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

const moveAway = <A>(recipe: Recipe<A>): void => {
  const folder = place(recipe)
  if (!existsSync(folder)) return
  const away = `${folder}.damaged-${process.pid}`
  renameSync(folder, away)
  if (!recipe.inUse(away)) rmSync(away, { recursive: true, force: true })
}

/** The folder, if its contents have the size that they had when it was made. */
const intact = <A>(recipe: Recipe<A>): Cached<A> | undefined => {
  const folder = place(recipe)
  try {
    const { facts, size }: Manifest<A> = JSON.parse(readFileSync(`${folder}.json`, "utf8"))
    const now = sizeOf(folder, recipe.changing)
    return now.files === size.files && now.bytes === size.bytes ? { folder, facts } : undefined
  } catch {
    return undefined
  }
}

const sizeOf = (folder: string, changing: ReadonlyArray<string>): Size => {
  const size = { files: 0, bytes: 0 }
  const walk = (path: string, within: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const name = within === "" ? entry.name : `${within}/${entry.name}`
      if (entry.isDirectory() && !changing.includes(name)) walk(join(path, entry.name), name)
      else if (entry.isFile()) {
        size.files += 1
        size.bytes += lstatSync(join(path, entry.name)).size
      }
    }
  }
  walk(folder, "")
  return size
}

/** Runs `work` under an exclusive lock on a file. The operating system releases the lock of a process that dies. */
export const alone = async <A>(file: string, work: () => Promise<A>): Promise<A> => {
  const holder = spawn("flock", ["--exclusive", file, "sh", "-c", "echo; exec cat >&2"], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once("data", () => resolve())
    holder.once("error", reject)
    holder.once("exit", (code) => reject(new Error(`flock failed (${code}).`)))
  })
  try {
    return await work()
  } finally {
    holder.stdin.end()
  }
}
