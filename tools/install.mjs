// Installs the dependencies of the lockfile, once, also if several processes ask at the same time.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { capture, root } from "./capture.mjs"
import { bring, bringLowestNode, pathOf } from "./programs.mjs"

/** The pinned programs themselves, so that a child's pid is the program's own. */
export const node = pathOf("node")
export const pnpm = pathOf("pnpm")

const stamp = join(root, "node_modules/.bottega-installed")

/** Installs unless everything is installed already; false, with the reason on stderr, if that fails. */
export const install = async () => installed() || alone("install", async () => installed() || installNow())

/** Fetches the pinned programs only; false as in {@link install}. */
export const equip = () => alone("install", equipped)

/** The lowest Node that the published packages admit, fetched when it is first needed; nothing where there is none to fetch. */
export const lowestNode = () => alone("install", bringLowestNode)

/**
 * Runs the work while no other process of this checkout runs work of that name.
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
  if (!(await equipped())) return false
  console.error("Installing dependencies ...")
  const { code, output } = await capture([pnpm, "install", "--frozen-lockfile", "--prefer-offline"])
  if (code === 0) {
    writeFileSync(stamp, fingerprint())
    return true
  }
  console.error(output)
  console.error("The dependencies could not be installed: see above, then try `npm run -s pnpm -- install`.")
  return false
}

const equipped = async () => {
  try {
    await bring()
    return true
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    return false
  }
}

const installed = () =>
  existsSync(node) && existsSync(pnpm) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()

/** Changes with the lockfile, a manifest or the machine. */
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

/** Waits until the lock, a folder, is ours. Removes a lock whose owner is gone. */
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
    else if (!waited) console.error(`Waiting for another process to release ${lock} ...`)
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
