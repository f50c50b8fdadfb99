// Turns what was built into the tarballs that would be published, in dist/packages, and asks publint whether they hold
// what their manifests promise.
import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { pnpm } from "./install.mjs"

const root = join(import.meta.dirname, "..")
const folder = join(root, "dist/packages")

/** Compiles the published packages from nothing, so that no file of a removed source is left; true when it went well. */
export const compile = (): boolean => {
  for (const dist of globSync("{packages,apps}/*/dist", { cwd: root })) rmSync(join(root, dist), { recursive: true })
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  return spawnSync(process.execPath, [tsc, "-b", "tsconfig.build.json"], { cwd: root, stdio: "inherit" }).status === 0
}

/** Packs every published package; the tarballs' paths. */
export const pack = (): Array<string> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [program = "", ...npx] = pnpm
  const filters = globSync("{packages,apps}/*/package.json", { cwd: root })
    .map((file): { name: string; private?: boolean } => JSON.parse(readFileSync(join(root, file), "utf8")))
    .flatMap((manifest) => (manifest.private ? [] : ["--filter", manifest.name]))
  const args = [...npx, ...filters, "pack", "--pack-destination", folder]
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32"
  })
  if (status !== 0) throw new Error(`pnpm pack failed:\n${stdout}${stderr}`)
  return globSync("*.tgz", { cwd: folder })
    .sort()
    .map((file) => join(folder, file))
}

/** Prints what publint has against the tarballs; true when it has no error and no warning. */
export const lint = async (tarballs: Array<string>): Promise<boolean> => {
  let ok = tarballs.length > 0
  for (const path of tarballs) {
    const bytes = readFileSync(path)
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball }, level: "warning", strict: true })
    for (const message of messages) console.error(`${basename(path)}: ${formatMessage(message, pkg)}`)
    ok &&= messages.length === 0
  }
  return ok
}

if (import.meta.main) {
  const tarballs = compile() ? pack() : []
  for (const path of tarballs) console.log(path)
  if (!(await lint(tarballs))) process.exitCode = 1
}
