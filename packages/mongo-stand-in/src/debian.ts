// Programs from Debian's packages for tests: unpacked in the user's cache, nothing is installed and no script of a package runs.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { archivesIn, configure } from "./apt.ts"
import { cached } from "./cache.ts"
import { output, programOnPath } from "./run.ts"

/** An unpacked folder, or why there is none. */
export type Unpacked = { readonly root: string } | { readonly missing: string }

/**
 * Unpacks packages of the machine's own release, with what they need and the machine lacks, into a folder of that name: what is
 * installed already is not in it. A new name is for other packages.
 */
export const unpacked = async (name: string, packages: ReadonlyArray<string>): Promise<Unpacked> => {
  const missing = ["apt-get", "dpkg-deb", "flock"].find((program) => programOnPath(program) === undefined)
  if (missing !== undefined) return { missing: `there is no ${missing} to get ${packages.join(", ")} with` }
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
      missing: `${packages.join(", ")} cannot be had from the machine's package sources (${(error as Error).message})`
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

/** The folders below a root that hold shared libraries, for `LD_LIBRARY_PATH`. */
export const librariesOf = (root: string): string =>
  readdirSync(join(root, "usr/lib"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-"))
    .map(({ name }) => join(root, "usr/lib", name))
    .join(":")
