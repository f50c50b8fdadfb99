// Runs a command to its end and keeps what it printed.
import { spawn } from "node:child_process"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const windows = process.platform === "win32"

/**
 * Runs a command in the checkout; what it wrote to both outputs is given back with its exit code.
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>}
 */
export const capture = ([program = "", ...args]) =>
  new Promise((resolve) => {
    let output = ""
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, CI: "true" },
      stdio: ["ignore", "pipe", "pipe"],
      // Windows starts `npm.cmd` through a shell only.
      shell: windows && program.endsWith(".cmd")
    })
    child.stdout.on("data", (chunk) => (output += chunk))
    child.stderr.on("data", (chunk) => (output += chunk))
    const end = () => {
      child.kill()
      process.exit(143)
    }
    process.once("SIGTERM", end)
    const settle = (/** @type {{ code: number, output: string }} */ result) => {
      process.off("SIGTERM", end)
      resolve(result)
    }
    child.on("error", (error) => settle({ code: 1, output: `${output}${error.message}` }))
    child.on("close", (code) => settle({ code: code ?? 1, output }))
  })
