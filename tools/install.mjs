// Makes sure that node_modules is what the lockfile says, once, whoever asks and however many ask at the same time.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const windows = process.platform === "win32"
const manager = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager

/** The pinned pnpm as a command; nothing but npm needs to be there for it. */
export const pnpm = [windows ? "npx.cmd" : "npx", "-y", manager]

/** The pinned Node itself, so that a child's pid is the program's own. */
export const node = join(root, "node_modules/node/bin", windows ? "node.exe" : "node")

const stamp = join(root, "node_modules/.bottega-installed")

/** Installs unless that was done already; false, with the reason on stderr, when it could not be done. */
export const install = async () => installed() || alone("install", async () => installed() || installNow())

/**
 * Does the work while no other process of this checkout does work of that name.
 * @template A
 * @param {string} name
 * @param {() => Promise<A>} work
 * @returns {Promise<A>}
 */
export const alone = async (name, work) => {
  const lock = join(root, `.lock-${name}`)
  await acquire(lock)
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const installNow = async () => {
  console.error(`Installing dependencies with ${manager} ...`)
  const [program = "", ...args] = [...pnpm, "install", "--frozen-lockfile", "--prefer-offline"]
  const { code, output } = await capture(program, args)
  if (code === 0 && existsSync(node)) {
    writeFileSync(stamp, fingerprint())
    return true
  }
  console.error(output)
  console.error(`The dependencies could not be installed: see above, then try \`npx ${manager} install\`.`)
  return false
}

const installed = () => existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()

/** Changes when the lockfile, a manifest or the machine does. */
const fingerprint = () => {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`)
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests()]) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest("hex")
}

const manifests = () => {
  const folders = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
  )
  return ["", "bench", ...folders.sort()]
    .map((folder) => join(folder, "package.json"))
    .filter((file) => existsSync(join(root, file)))
}

/** Waits until the lock, a folder, is ours. A lock whose owner is gone is taken away. */
const acquire = async (/** @type {string} */ lock) => {
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, "pid"), String(process.pid))
      return
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error
    }
    if (abandoned(lock)) rmSync(lock, { recursive: true, force: true })
    else if (!waited) console.error(`Waiting for another process to give up ${lock} ...`)
    await sleep(200)
  }
}

const abandoned = (/** @type {string} */ lock) => {
  try {
    const pid = Number(readFileSync(join(lock, "pid"), "utf8"))
    if (pid > 0) return !alive(pid)
  } catch {}
  try {
    return Date.now() - statSync(lock).mtimeMs > 5_000
  } catch {
    return false
  }
}

const alive = (/** @type {number} */ pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM"
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
const capture = (program, args) =>
  new Promise((resolve) => {
    let output = ""
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, CI: "true" },
      stdio: ["ignore", "pipe", "pipe"],
      shell: windows
    })
    child.stdout.on("data", (chunk) => (output += chunk))
    child.stderr.on("data", (chunk) => (output += chunk))
    process.once("SIGTERM", () => {
      child.kill()
      process.exit(143)
    })
    child.on("error", (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on("close", (code) => resolve({ code: code ?? 1, output }))
  })
