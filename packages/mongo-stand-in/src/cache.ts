// What is kept between runs and clones: in the user's cache folder, made whole or not at all.
import { spawn } from "node:child_process"
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

/** The folder that everything is kept under. */
export const cacheFolder = (): string => join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "bottega")

/** A folder made by `make`, with what there is to know about it. */
export interface Kept<A> {
  readonly folder: string
  readonly facts: A
}

interface Manifest<A> {
  readonly facts: A
  readonly size: Size
}

/** What a folder holds, not counting what changes in use. */
interface Size {
  readonly files: number
  readonly bytes: number
}

/** What is to be kept. */
export interface Keeping<A> {
  readonly name: string
  /** Folders below it in which files may come and go. */
  readonly changing: ReadonlyArray<string>
  /** Fills the empty folder; what it gives is kept with it. */
  readonly make: (folder: string) => Promise<A>
  /** Whether someone still works in a folder that is to be replaced; then it is only moved away. */
  readonly inUse: (folder: string) => boolean
}

/**
 * The folder of that name, made unless it is there and whole. However many ask at once, one makes it; who is interrupted
 * leaves nothing under the name.
 */
export const kept = async <A>(keeping: Keeping<A>): Promise<Kept<A>> => {
  const there = whole(keeping)
  if (there !== undefined) return there
  mkdirSync(cacheFolder(), { recursive: true })
  return alone(`${place(keeping)}.lock`, async () => whole(keeping) ?? (await made(keeping)))
}

const place = ({ name }: { readonly name: string }): string => join(cacheFolder(), name)

const made = async <A>(keeping: Keeping<A>): Promise<Kept<A>> => {
  const folder = place(keeping)
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part)
  try {
    const facts = await keeping.make(part)
    const manifest: Manifest<A> = { facts, size: sizeOf(part, keeping.changing) }
    rmSync(`${folder}.json`, { force: true })
    moveAway(keeping)
    renameSync(part, folder)
    writeFileSync(`${folder}.json`, JSON.stringify(manifest))
    return { folder, facts }
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

const moveAway = <A>(keeping: Keeping<A>): void => {
  const folder = place(keeping)
  if (!existsSync(folder)) return
  const away = `${folder}.damaged-${process.pid}`
  renameSync(folder, away)
  if (!keeping.inUse(away)) rmSync(away, { recursive: true, force: true })
}

/** The folder, if it holds what it held when it was made. */
const whole = <A>(keeping: Keeping<A>): Kept<A> | undefined => {
  const folder = place(keeping)
  try {
    const { facts, size }: Manifest<A> = JSON.parse(readFileSync(`${folder}.json`, "utf8"))
    const now = sizeOf(folder, keeping.changing)
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

/** Works while no other process that names this file does; the system ends the hold of a process that dies. */
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
