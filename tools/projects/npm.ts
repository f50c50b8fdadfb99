// Empty projects outside the workspace, into which npm installs packages as for any user.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** The end of a program. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The variables that a script of the workspace sets for its own programs. */
const ofWorkspace =
  /^(BOTTEGA_.*|npm_(lifecycle|package)_.*|npm_config_local_prefix|NODE_(COMPILE_CACHE|ENV|OPTIONS))$/i

/** The environment of somebody who has this Node and npm, and has set nothing of ours. */
export const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !ofWorkspace.test(name))
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`
  return { ...Object.fromEntries(own), PATH: path, ...more }
}

/** Starts a program in a folder; `ended` never rejects. */
export const begin = (
  folder: string,
  [program = "", ...args]: ReadonlyArray<string>,
  options: SpawnOptions = {}
): { readonly child: ChildProcess; readonly errors: () => string; readonly ended: Promise<Ended> } => {
  const child = spawn(program, args, { cwd: folder, env: environment(), stdio: ["ignore", "pipe", "pipe"], ...options })
  let [stdout, stderr] = ["", ""]
  child.stdout?.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr?.setEncoding("utf8").on("data", (text) => (stderr += text))
  const { promise, resolve } = Promise.withResolvers<Ended>()
  child.on("error", (error) => resolve({ code: null, stdout, stderr: `${stderr}${error.message}` }))
  child.on("close", (code) => resolve({ code, stdout, stderr }))
  return { child, errors: () => stderr, ended: promise }
}

/** A bound on a hang, as the tests have: how long anything takes is the machine's business. */
const hangMs = 600_000

/** Runs a program in a folder and returns what it printed; fails, with all of it, unless it exits with 0. */
export const run = async (
  folder: string,
  command: ReadonlyArray<string>,
  more?: NodeJS.ProcessEnv
): Promise<string> => {
  const { code, stderr, stdout } = await begin(folder, command, { env: environment(more), timeout: hangMs }).ended
  if (code !== 0)
    throw new Error(`${command.join(" ")} ended with ${code ?? "no code within ten minutes"}:\n${stdout}${stderr}`)
  return stdout
}

/** Runs a program with the Node that runs this one. */
export const runNode = (folder: string, args: ReadonlyArray<string>, more?: NodeJS.ProcessEnv): Promise<string> =>
  run(folder, [process.execPath, ...args], more)

/** Makes a project of ES modules and installs packages into it: tarballs, or names with versions. */
export const install = async (folder: string, packages: ReadonlyArray<string>): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const npm = process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"]
  await run(folder, [...npm, "install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", folder, ...packages])
}

/** A package with the version that the workspace uses, as npm takes it. */
export const inCatalog = (name: string): string => {
  const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  const version = catalog.match(RegExp(`^ {2}"?${name}"?: (\\S+)$`, "m"))?.[1]
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no ${name}.`)
  return `${name}@${version}`
}

/** The ways to resolve modules, as options of TypeScript. */
export const asNode = { module: "nodenext", moduleResolution: "nodenext" }
export const asBundler = { module: "esnext", moduleResolution: "bundler" }

/** Type-checks files of a project with strict options and one way to resolve modules, and every declaration that they use. */
export const typeCheck = async (
  folder: string,
  files: ReadonlyArray<string>,
  resolution: typeof asNode,
  types: ReadonlyArray<string> = []
): Promise<void> => {
  // What a module exports must have a type that its declaration file can name.
  const options = {
    noEmit: true,
    declaration: true,
    strict: true,
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"]
  }
  const compilerOptions = { ...options, ...resolution, types, exactOptionalPropertyTypes: true }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  await runNode(folder, [tsc, "-p", folder, "--checkers", "1", "--pretty", "false"])
}
