// Linters and generators of clients for the OpenAPI description. They are many packages that nothing else needs, so they are
// installed in a folder of their own, when a test first asks for them.
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { fingerprint } from "./fingerprint.ts"
import { pnpm } from "./install.mjs"

const root = join(import.meta.dirname, "..")
const source = join(root, "tools/openapi-clients")
const folder = join(root, "dist/openapi-clients")
const made = join(folder, "made")

/** Installs the tools, and gives them a description of a running store; throws the installer's output if that fails. */
export const prepare = async (description: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made)
  writeFileSync(join(made, "openapi.json"), description)
  const { code, stderr, stdout } = await run(pnpm, ["install", "--frozen-lockfile", "--prefer-offline"])
  if (code !== 0) throw new Error(`The linters and generators could not be installed:\n${stdout}${stderr}`)
}

/** What a linter found. */
export interface Findings {
  readonly errors: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

interface SpectralResult {
  readonly severity: number
  readonly code: string
  readonly message: string
  readonly path: ReadonlyArray<string>
}

/** Spectral's findings, by its rules for OpenAPI. */
export const spectral = async (): Promise<Findings> => {
  const report = join(made, "spectral.json")
  await program("@stoplight/spectral-cli/dist/index.js", [
    ...["lint", "made/openapi.json", "--ruleset", "spectral.yaml"],
    ...["--format", "json", "--output", report, "--quiet"]
  ])
  const results: ReadonlyArray<SpectralResult> = JSON.parse(readFileSync(report, "utf8"))
  const of = (level: number) =>
    results
      .filter(({ severity }) => severity === level)
      .map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`)
  return { errors: of(0), warnings: of(1) }
}

interface RedoclyReport {
  readonly problems: ReadonlyArray<{ readonly severity: string; readonly ruleId: string; readonly message: string }>
}

/** Redocly's findings, by its recommended rules. */
export const redocly = async (): Promise<Findings> => {
  const { stdout } = await program("@redocly/cli/bin/cli.js", [
    ...["lint", "made/openapi.json", "--extends", "recommended"],
    ...["--format", "json", "--max-problems", "1000"]
  ])
  const { problems }: RedoclyReport = JSON.parse(stdout)
  const of = (level: string) =>
    problems.filter(({ severity }) => severity === level).map(({ message, ruleId }) => `${ruleId}: ${message}`)
  return { errors: of("error"), warnings: of("warn") }
}

/** How each client is generated: the generator's program and its arguments. */
const generators: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  "openapi-fetch": ["openapi-typescript/bin/cli.js", "made/openapi.json", "--output", "made/openapi-fetch.ts"],
  "hey-api": ["@hey-api/openapi-ts/bin/run.js", "--file", "hey-api.config.mjs", "--logs", "made"],
  orval: ["orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"]
}
/** The names of the clients. */
export const clients = Object.keys(generators)

/** Generates a client, compiles and runs the program that uses it, and returns its output. */
export const useClient = async (name: string, args: ReadonlyArray<string>): Promise<string> => {
  const [generator, ...options] = generators[name]!
  await succeeds(program(generator, options))
  const config = join(folder, `tsconfig.${name}.json`)
  writeFileSync(config, JSON.stringify({ extends: "./tsconfig.json", include: [`src/${name}.ts`] }))
  await succeeds(program("typescript/bin/tsc", ["-p", config]))
  const bundle = join(made, `${name}.mjs`)
  const build = await rolldown({ input: join(folder, `src/${name}.ts`), platform: "node", logLevel: "warn" })
  await build.write({ file: bundle, format: "esm" })
  await build.close()
  return (await succeeds(run(process.execPath, [bundle, ...args]))).stdout
}

/** Tests that passed, by name, each with what it passed with. */
const passed = join(folder, "passed.json")
const passedTests = (): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(passed, "utf8"))
  } catch {
    return {}
  }
}

/** Recognizes a description, the tools, and the tests that use them. */
export const fingerprintOf = (description: string): string =>
  createHash("sha256")
    .update(
      fingerprint(["tools/openapi-clients.ts", "tools/openapi-clients/**", "apps/server/test/openapi-clients.test.ts"])
    )
    .update(description)
    .digest("hex")

/** Runs a test, unless it has passed with the same fingerprint on this checkout; in that case it says so by name. */
export const once = async (name: string, mark: string, test: () => Promise<void>): Promise<void> => {
  if (passedTests()[name] === mark)
    return console.log(`Not repeated, because neither the description nor the tools changed since it passed: ${name}`)
  await test()
  writeFileSync(passed, JSON.stringify({ ...passedTests(), [name]: mark }))
}

interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const program = (path: string, args: ReadonlyArray<string>): Promise<Result> =>
  run(process.execPath, [join(folder, "node_modules", path), ...args])

const succeeds = async (running: Promise<Result>): Promise<Result> => {
  const result = await running
  if (result.code !== 0) throw new Error(`${result.stdout}${result.stderr}`)
  return result
}

const maxOutputBytes = 64 * 1024 * 1024
const execute = promisify(execFile)

/** Runs a program to its end. The tools look for updates and report their use by default. */
const run = async (file: string, args: ReadonlyArray<string>): Promise<Result> => {
  const quiet = { CI: "true", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
  const env = { ...process.env, ...quiet }
  return execute(file, args, { cwd: folder, env, maxBuffer: maxOutputBytes }).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stderr, stdout }) => ({ code: typeof code === "number" ? code : 1, stdout, stderr })
  )
}
