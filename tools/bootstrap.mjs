// The entry point of every npm script. With only Node 20 and npm it installs what is missing, then runs the script on the
// pinned Node. It is plain JavaScript without dependencies, because nothing is installed yet.
import { spawn } from "node:child_process"
import { delimiter, dirname, join } from "node:path"
import { root } from "./capture.mjs"
import { equip, install, node, pnpm } from "./install.mjs"

const cli = join(root, "apps/cli/src/main.ts")
const bundle = join(root, "dist/bottega.mjs")
const tool = (/** @type {string} */ name) => [node, join(root, "tools", `${name}.ts`)]

/** The commands of each script, in order; the last one receives the script's arguments. */
const scripts = /** @type {Record<string, string[][]>} */ ({
  start: [tool("bundle"), [node, bundle, "serve", "--demo"]],
  bottega: [tool("bundle"), [node, bundle]],
  dev: [[node, "--watch", "--watch-preserve-output", cli, "serve", "--demo"]],
  test: [tool("test")],
  check: [[...tool("test"), "--checks"]],
  fix: [[node, join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--write"]],
  bench: [tool("bundle"), [node, join(root, "bench/main.ts")]],
  build: [[pnpm, "exec", "turbo", "run", "build"], tool("bundle")],
  pack: [tool("pack")],
  torture: [tool("bundle"), [node, join(root, "packages/conformance/src/torture/main.ts")]],
  mongo: [[node, join(root, "packages/mongo-stand-in/src/main.ts")]],
  pnpm: [[pnpm]],
  area: [tool("area")]
})

/** A compile cache takes a fifth off Node's start; turbo sends no telemetry; a start prints commands as they are typed here. */
const settings = {
  NODE_COMPILE_CACHE: join(root, "dist/compile-cache"),
  TURBO_TELEMETRY_DISABLED: "1",
  BOTTEGA_COMMAND: "npm run -s bottega --"
}

/** Programs started by name are the pinned ones. Windows spells the variable's name in another case. */
const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH"
const path = { [pathName]: [dirname(node), dirname(pnpm), process.env[pathName]].join(delimiter) }

/**
 * Runs a command on our terminal and forwards signals; a terminal sends Ctrl-C to the child itself.
 * @param {string[]} command
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it
 */
const run = ([program = "", ...args]) =>
  new Promise((resolve, reject) => {
    const signals = /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])
    const child = spawn(program, args, { stdio: "inherit", env: { ...settings, ...process.env, ...path } })
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, pass)
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      for (const name of signals) process.off(name, pass)
      resolve(code ?? 128 + (signal === "SIGINT" ? 2 : signal === "SIGKILL" ? 9 : 15))
    })
  })

const main = async () => {
  const [name = "", ...args] = process.argv.slice(2)
  const commands = scripts[name]
  if (commands === undefined) {
    console.error(`There is no script "${name}": ${Object.keys(scripts).join(", ")}.`)
    return 2
  }
  if (!(await (name === "pnpm" ? equip() : install()))) return 1
  for (const [index, command] of commands.entries()) {
    const last = index === commands.length - 1
    const code = await run(last ? [...command, ...args] : command)
    if (last || code !== 0) return code
  }
  return 0
}

process.exitCode = await main()
