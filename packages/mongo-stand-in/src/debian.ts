// Programs from Debian's packages for tests: unpacked in the user's cache, nothing is installed and no script of a package runs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { archivesIn, configure } from "./apt.ts"
import { cached } from "./cache.ts"
import { output, programOnPath } from "./run.ts"

/** An unpacked folder, or why there is none. */
export type Unpacked = { readonly root: string } | { readonly missing: string }

/**
 * Unpacks packages of the machine's own release, with what they need and the machine lacks, into a folder of that name:
 * packages that are already installed are not in it. Other packages need another name.
 */
export const unpacked = async (name: string, packages: ReadonlyArray<string>): Promise<Unpacked> => {
  const missing = ["apt-get", "dpkg-deb", "flock"].find((program) => programOnPath(program) === undefined)
  if (missing !== undefined) return { missing: `there is no ${missing} to install ${packages.join(", ")} with` }
  try {
    const { folder } = await cached({
      name: `${name}-${release()}`,
      changing: [],
      inUse: () => false,
      make: (part) => make(part, packages)
    })
    return { root: join(folder, "root") }
  } catch (error) {
    return {
      missing: `${packages.join(", ")} is not available from the machine's package sources (${(error as Error).message})`
    }
  }
}

/** The machine's release, because others may share the cache: `debian-12`. */
const release = (): string => {
  const text = readFileSync("/etc/os-release", "utf8")
  return ["ID", "VERSION_ID"].map((name) => new RegExp(`^${name}="?([\\w.]+)`, "m").exec(text)?.[1] ?? "").join("-")
}

const make = async (part: string, packages: ReadonlyArray<string>): Promise<object> => {
  const [root, work] = [join(part, "root"), join(part, "work")]
  mkdirSync(root)
  const configuration = configure(work, { status: "/var/lib/dpkg/status" })
  await output("apt-get", ["-c", configuration, "update"])
  await output("apt-get", ["-c", configuration, "--yes", "install", "--download-only", ...packages])
  for (const archive of archivesIn(work)) await output("dpkg-deb", ["-x", archive, root])
  rmSync(work, { recursive: true })
  return {}
}

/** The folders below a root that hold shared libraries, for `LD_LIBRARY_PATH`; empty where the machine has them all. */
export const librariesOf = (root: string): string => {
  const folder = join(root, "usr/lib")
  if (!existsSync(folder)) return ""
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-"))
    .map(({ name }) => join(folder, name))
    .join(":")
}
