// Makes the tarballs of the published packages in dist/packages, and checks them: publint compares them with their manifests,
// and a consumer outside the workspace uses every entry point.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { copyAssets } from "./assets.ts"
import { consume } from "./consumer.ts"
import { fingerprint, publishedSources } from "./fingerprint.ts"
import { alone, pnpm } from "./install.mjs"
import { freeze } from "./routes.ts"

const root = join(import.meta.dirname, "..")
const folder = join(root, "dist/packages")

/** Names what the tarballs that passed all checks were made of. */
const stamp = join(folder, ".checked")

/** Compiles, packs and checks the published packages, unless their sources have not changed since; true if no check fails. */
export const pack = (): Promise<boolean> =>
  alone("pack", async () => {
    const sources = fingerprint([
      ...publishedSources,
      "tsconfig*.json",
      "{packages,apps}/*/tsconfig*.json",
      "tools/*.ts"
    ])
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return true
    rmSync(folder, { recursive: true, force: true })
    if (!compile()) return false
    freeze()
    const paths = tarballs()
    if (!(await lint(paths)) || !isUsable(paths)) return false
    writeFileSync(stamp, sources)
    return true
  })

const isUsable = (paths: ReadonlyArray<string>): boolean => {
  const failures = consume(paths)
  for (const failure of failures) console.error(failure)
  return failures.length === 0
}

/** Compiles into empty folders, so that nothing of a removed source is packed. */
const compile = (): boolean => {
  for (const dist of globSync("{packages,apps}/*/dist", { cwd: root })) rmSync(join(root, dist), { recursive: true })
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  copyAssets(join(root, "apps/server/dist"))
  return spawnSync(process.execPath, [tsc, "-b", "tsconfig.build.json"], { cwd: root, stdio: "inherit" }).status === 0
}

const tarballs = (): Array<string> => {
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
