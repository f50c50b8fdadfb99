// Unpacks PostgreSQL with DocumentDB from Debian's packages into a folder.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { archivesIn, configure } from "./apt.ts"
import { user } from "./jail.ts"
import { output } from "./run.ts"

const wanted = ["postgresql-18-documentdb", "base-files", "bash", "coreutils", "libc-bin"]

/** Debian's testing release, then unstable. */
const suites = ["forky", "sid"]

const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"

/** The folder of PostgreSQL's programs in the unpacked root. */
export const programs = "/usr/lib/postgresql/18/bin"

/** Fills `root` with the system, using `work` for temporary files. Returns the version of the DocumentDB package. */
export const unpack = async (root: string, work: string): Promise<string> => {
  const archives = await download(work)
  mkdirSync(root)
  const baseFirst = archives.sort((a, b) => Number(isOfFilesystem(b)) - Number(isOfFilesystem(a)))
  await output("dpkg-deb", ["-x", baseFirst.shift()!, root])
  const unpackNext = async (): Promise<void> => {
    for (let next = baseFirst.shift(); next !== undefined; next = baseFirst.shift()) {
      await output("dpkg-deb", ["-x", next, root])
    }
  }
  const version = /documentdb_(.+)_[a-z0-9]+\.deb$/.exec(
    archives.find((file) => file.includes("documentdb_")) ?? ""
  )?.[1]
  await Promise.all(Array.from({ length: availableParallelism() }, unpackNext))
  for (const unread of ["doc", "man", "info", "locale"]) {
    rmSync(join(root, "usr/share", unread), { recursive: true, force: true })
  }
  makeByHand(root)
  return version ?? "unknown"
}

const isOfFilesystem = (archive: string): boolean => archive.includes("/base-files_")

/** Creates what the packages' maintainer scripts would have created. */
const makeByHand = (root: string): void => {
  symlinkSync("bash", join(root, "usr/bin/sh"))
  writeFileSync(join(root, "etc/passwd"), `${user.name}:x:${user.id}:${user.id}::/:/bin/sh\n`)
  writeFileSync(join(root, "etc/group"), `${user.name}:x:${user.id}:\n`)
  // The extension connects to its own server under this name.
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n")
  writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files\n")
  const extensions = join(root, "usr/share/postgresql/18/extension")
  for (const file of readdirSync(extensions)) {
    const [, name] = /^(postgis.*)-3\.control$/.exec(file) ?? []
    if (name !== undefined) copyFileSync(join(extensions, file), join(extensions, `${name}.control`))
  }
}

/** Downloads the wanted packages and their dependencies from the first suite and mirror that have them. */
const download = async (work: string): Promise<Array<string>> => {
  let reason: unknown = new Error("apt-get knows no mirror")
  for (const suite of suites) {
    for (const mirror of await mirrors(work)) {
      try {
        return await downloadFrom(mirror, suite, join(work, suite))
      } catch (error) {
        reason = error
      }
    }
  }
  throw reason
}

/** The machine's mirrors, as apt reports them; a machine without package lists needs an update into ours first. */
const mirrors = async (work: string): Promise<Array<string>> => {
  const known = await output("apt-get", ["indextargets", "--format", target])
  if (known !== "") return addresses(known)
  const configuration = configure(join(work, "machine"))
  await output("apt-get", ["-c", configuration, "update"])
  return addresses(await output("apt-get", ["-c", configuration, "indextargets", "--format", target]))
}

const target = "$(REPO_URI) $(RELEASE)"

const addresses = (targets: string): Array<string> => {
  const lines = targets.split("\n").filter((line) => line !== "" && !line.endsWith("-security"))
  return [...new Set(lines.map((line) => line.split(" ")[0]!))]
}

const downloadFrom = async (mirror: string, suite: string, folder: string): Promise<Array<string>> => {
  const configuration = configure(folder, {
    sources: `deb ${existsSync(keyring) ? `[signed-by=${keyring}] ` : ""}${mirror} ${suite} main\n`
  })
  await output("apt-get", ["-c", configuration, "update"])
  await output("apt-get", ["-c", configuration, "--yes", "install", "--download-only", ...wanted])
  return archivesIn(folder)
}
