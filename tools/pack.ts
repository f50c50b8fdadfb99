// Makes the tarballs that would be published, in dist/packages, and asks publint whether they hold what their manifests
// promise.
import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { copyAssets } from "./assets.ts"
import { alone, pnpm } from "./install.mjs"
import { freeze } from "./routes.ts"

const root = join(import.meta.dirname, "..")
const folder = join(root, "dist/packages")

/** Compiles, packs and examines the published packages; true when publint finds no error and nothing to warn of. */
export const pack = (): Promise<boolean> =>
  alone("pack", async () => {
    if (!compile()) return false
    freeze()
    return lint(tarballs())
  })

/** From nothing, so that no file of a removed source is left. */
const compile = (): boolean => {
  for (const dist of globSync("{packages,apps}/*/dist", { cwd: root })) rmSync(join(root, dist), { recursive: true })
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  copyAssets(join(root, "apps/server/dist"))
  return spawnSync(process.execPath, [tsc, "-b", "tsconfig.build.json"], { cwd: root, stdio: "inherit" }).status === 0
}

const tarballs = (): Array<string> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const filters = published().flatMap((name) => ["--filter", name])
  const args = [...filters, "pack", "--pack-destination", folder]
  const { status, stdout, stderr } = spawnSync(pnpm, args, { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`pnpm pack failed:\n${stdout}${stderr}`)
  return globSync("*.tgz", { cwd: folder })
    .sort()
    .map((file) => join(folder, file))
}

const published = (): Array<string> =>
  globSync("{packages,apps}/*/package.json", { cwd: root })
    .map((file): { name: string; private?: boolean } => JSON.parse(readFileSync(join(root, file), "utf8")))
    .flatMap((manifest) => (manifest.private ? [] : [manifest.name]))

const lint = async (paths: Array<string>): Promise<boolean> => {
  let ok = paths.length > 0
  for (const path of paths) {
    const bytes = readFileSync(path)
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball }, level: "warning", strict: true })
    for (const message of messages) console.error(`${basename(path)}: ${formatMessage(message, pkg)}`)
    ok &&= messages.length === 0
  }
  return ok
}

if (import.meta.main && !(await pack())) process.exitCode = 1
