// A consumer of the packed packages: a folder outside the workspace that has them as a package manager would install them.
// It finds what the workspace hides: imports of undeclared dependencies, files that are not packed, types that do not resolve.
import { spawnSync } from "node:child_process"
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Installed {
  readonly folder: string
  readonly manifest: Manifest
  /** What `import` takes for each entry point that the manifest declares. */
  readonly entries: ReadonlyArray<string>
}

/** Installs tarballs, uses them as a consumer does, and returns a sentence for each failure. */
export const consume = (tarballs: ReadonlyArray<string>): Array<string> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bottega-consumer-")))
  try {
    const packages = install(folder, tarballs)
    return [
      ...dependencyFailures(packages),
      ...importFailures(folder, packages),
      ...typeFailures(folder, packages),
      ...binaryFailures(packages)
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Lays the packages out as pnpm does: each beside links to the dependencies that its packed manifest declares, and to no
 * others. Third-party dependencies are the workspace's own, so that this needs no network.
 */
const install = (folder: string, tarballs: ReadonlyArray<string>): Array<Installed> => {
  const packages = tarballs.map((tarball, index) => unpack(join(folder, "packages", String(index)), tarball))
  for (const { folder: own, manifest } of packages) {
    const modules = own.slice(0, -manifest.name.length)
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const target = packages.find((other) => other.manifest.name === name)?.folder ?? thirdParty(manifest.name, name)
      link(target, join(modules, name))
    }
    link(own, join(folder, "node_modules", manifest.name))
  }
  link(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  return packages
}

const unpack = (place: string, tarball: string): Installed => {
  mkdirSync(place, { recursive: true })
  const { status, stderr } = spawnSync("tar", ["-xzf", tarball, "-C", place], { encoding: "utf8" })
  if (status !== 0) throw new Error(`tar could not unpack ${tarball}:\n${stderr}`)
  const manifest: Manifest = JSON.parse(readFileSync(join(place, "package/package.json"), "utf8"))
  const folder = join(place, "node_modules", manifest.name)
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(join(place, "package"), folder)
  return { folder, manifest, entries: entriesOf(folder, manifest) }
}

const link = (target: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, "junction")
}

/** Where the workspace has a dependency of one of its packages. */
const thirdParty = (user: string, name: string): string => {
  const manifest = globSync("{packages,apps}/*/package.json", { cwd: root })
    .map((file) => join(root, file))
    .find((file) => JSON.parse(readFileSync(file, "utf8")).name === user)
  const places = [dirname(manifest ?? root), root].map((folder) => join(folder, "node_modules", name))
  const place = places.find((one) => existsSync(one))
  if (place === undefined) throw new Error(`${user} declares ${name}, which the workspace has not installed.`)
  return realpathSync(place)
}

/** Every entry point that the manifest intends: a star stands for one name, although Node lets it match slashes too. */
const entriesOf = (folder: string, { exports = {}, name }: Manifest): Array<string> =>
  Object.entries(exports).flatMap(([key, target]) => {
    if (target === null) return []
    const [before = "", after] = fileOf(target).slice(2).split("*")
    if (after === undefined) return [`${name}${key.slice(1)}`]
    return globSync(`${before}*${after}`, { cwd: folder })
      .sort()
      .map((path) => `${name}${key.slice(1).replace("*", path.slice(before.length, path.length - after.length))}`)
  })

const fileOf = (target: unknown): string =>
  typeof target === "string" ? target : String((target as { readonly default: string }).default)

/** Checks that a registry can serve each dependency: its range is a version's, and it is not a private package of ours. */
const dependencyFailures = (packages: ReadonlyArray<Installed>): Array<string> =>
  packages.flatMap(({ manifest }) =>
    Object.entries(manifest.dependencies ?? {}).flatMap(([name, range]) => {
      const isPacked = packages.some((other) => other.manifest.name === name)
      const isPublished = isPacked || thirdParty(manifest.name, name).includes("node_modules")
      return isPublished && !range.includes(":")
        ? []
        : [`${manifest.name} depends on ${name} ${range}, which is not published.`]
    })
  )

/** Imports each entry point, and checks that no other file of the packages can be imported. */
const importFailures = (folder: string, packages: ReadonlyArray<Installed>): Array<string> => {
  const entries = packages.flatMap((one) => one.entries)
  const hidden = packages.flatMap((one) => hiddenFiles(one))
  const program = join(folder, "import.mjs")
  writeFileSync(program, importer)
  const args = [program, JSON.stringify({ entries, hidden })]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  return status === 0 ? JSON.parse(stdout) : [`The entry points could not be imported:\n${stderr}`]
}

/** Prints the failures, and exits although an entry point may have left a timer. */
const importer = `
import { existsSync } from "node:fs"
const { entries, hidden } = JSON.parse(process.argv[2])
const failures = []
for (const entry of entries)
  await import(entry).catch((error) => failures.push(\`\${entry} cannot be imported: \${error.message}\`))
for (const file of hidden)
  try {
    if (!existsSync(new URL(import.meta.resolve(file)))) continue
    failures.push(\`\${file} can be imported, but is not an entry point.\`)
  } catch (error) {
    if (error.code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") throw error
  }
process.stdout.write(JSON.stringify(failures), () => process.exit())
`

/** What a consumer could try besides the entry points: each module by its path in the tarball, and as in our own sources. */
const hiddenFiles = ({ entries, folder, manifest: { name } }: Installed): Array<string> =>
  globSync("**/*.{js,mjs}", { cwd: folder })
    .flatMap((file) => [`${name}/${file}`, `${name}/${file.replace(/^dist\//, "").replace(/\.m?js$/, "")}`])
    .filter((path) => !entries.includes(path))

/** Compiles a file that imports each entry point, with the declaration files checked too. */
const typeFailures = (folder: string, packages: ReadonlyArray<Installed>): Array<string> => {
  const imports = packages.flatMap((one) => one.entries).map((entry, index) => `export * as e${index} from "${entry}"`)
  writeFileSync(join(folder, "consumer.ts"), `${imports.join("\n")}\n`)
  const options = { noEmit: true, strict: true, target: "es2024", lib: ["es2024", "dom"], module: "nodenext" }
  const config = { compilerOptions: { ...options, types: ["node"] }, files: ["consumer.ts"] }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const args = [tsc, "-p", folder, "--checkers", "1"]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  return status === 0 ? [] : [`The entry points have type errors:\n${stdout}`]
}

/** Runs each binary; it prints the version of its package. */
const binaryFailures = (packages: ReadonlyArray<Installed>): Array<string> =>
  packages.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.bin ?? {}).flatMap(([name, file]) => {
      const args = [join(folder, file), "--version"]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
      return status === 0 && stdout.includes(manifest.version) ? [] : [`${name} --version failed:\n${stdout}${stderr}`]
    })
  )
