// The install commands of the READMEs, as a person types them. What npm is asked to find is checked without npm, which takes
// three seconds for each command: one project is installed with everything that the commands name (`projects.ts`).
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { run } from "./npm.ts"

const root = join(import.meta.dirname, "../..")

/** A command of a README, and the arguments that a shell passes to npm. */
export interface Typed {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** What the manifest of a tarball says that matters here. */
export interface Packed {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Reads each command as a shell does, with the folder of the tarballs. */
export const typedInstalls = async (packages: string): Promise<ReadonlyArray<Typed>> => {
  const commands = globSync("{README.md,{packages,apps}/*/README.md}", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^(?:\$ )?(npm install .*)$/gm)].map(([, command]) => command!)
  )
  if (commands.length === 0) throw new Error("No README installs a package.")
  return Promise.all(commands.map((command) => typed(command, packages)))
}

/** A command as a shell reads it, with a function in the place of npm. */
export const typed = async (command: string, packages: string): Promise<Typed> => {
  const npm = String.raw`npm() { printf '%s\n' "$@"; }`
  const printed = await run(root, ["bash", "-euc", `${npm}\npackages='${packages}'\n${command}`])
  return { command, args: printed.trim().split("\n") }
}

/** Flags that change where npm puts the packages, and not which packages it needs. */
const flags = ["--global", "--save-dev"]

const isTarball = (argument: string): boolean => argument.endsWith(".tgz")

/** The packages of others that the commands name. */
export const namedIn = (commands: ReadonlyArray<Typed>): ReadonlyArray<string> => [
  ...new Set(commands.flatMap(({ args }) => args.slice(1).filter((one) => !isTarball(one) && !flags.includes(one))))
]

/**
 * A sentence for each command with which npm would not find a package: one that is not there, or one of ours that those
 * named depend on. No registry has ours, so that a command names each of them. `packed` are the manifests of the tarballs, by their paths.
 */
export const wrongIn = (commands: ReadonlyArray<Typed>, packed: ReadonlyMap<string, Packed>): ReadonlyArray<string> => {
  const ours = new Set([...packed.values()].map(({ name }) => name))
  return commands.flatMap(({ args, command }) => {
    const tarballs = args.filter(isTarball)
    const gone = tarballs.filter((path) => !packed.has(path))
    const given = tarballs.flatMap((path) => packed.get(path) ?? [])
    const names = new Set(given.map(({ name }) => name))
    const needed = given.flatMap(({ dependencies = {} }) => Object.keys(dependencies)).filter((name) => ours.has(name))
    const missing = [...new Set(needed)].filter((name) => !names.has(name))
    return [
      ...gone.map((path) => `${command}: there is no ${basename(path)}.`),
      ...missing.map((name) => `${command}: npm would look for ${name}, which is not named.`)
    ]
  })
}
