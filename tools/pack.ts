// Makes the tarballs of the published packages in dist/packages, and checks them: each alone, as a consumer outside the
// workspace that uses every entry point, and as projects that npm installs them into.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { buildConsole, copyAssets, copyGuides, copyPictures } from "./assets.ts"
import { bundle, bundleTesting } from "./bundle.ts"
import { consume } from "./consumer.ts"
import { fingerprint, packedSources } from "./fingerprint.ts"
import { inline } from "./inline.ts"
import { alone, pnpm } from "./install.mjs"
import { licensesOf } from "./licenses.ts"
import { tryProjects } from "./projects.ts"
import { freeze } from "./routes.ts"
import { wrongIn } from "./well-formed.ts"

const root = join(import.meta.dirname, "..")
const folder = join(root, "dist/packages")

/** The assumption of the READMEs' install commands; the tarballs have no version in their names, so that it stays true. */
const installing = `With this, every npm install of the READMEs works as it is typed:\n  packages='${folder}'`

/** Names the tarballs that passed all checks, and what they were made of. */
const stamp = join(folder, ".checked")
const claim = (sources: string): string => `${process.version} ${sources} ${fingerprint(["dist/packages/*.tgz"])}`

/** Compiles, packs and checks the published packages, unless their sources have not changed since; true if no check fails. */
export const pack = (): Promise<boolean> =>
  alone("pack", async () => {
    const sources = fingerprint(packedSources)
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === claim(sources)) {
      console.log(
        `The packages in ${folder} are made of these sources, and passed their checks: not tried again.\n${installing}`
      )
      return true
    }
    rmSync(folder, { recursive: true, force: true })
    if (!(await compile())) return false
    freeze()
    inline(join(root, "packages/client"), join(root, "packages/domain"))
    await bundleCommand()
    await bundleEntryForTests()
    const paths = tarballs()
    const failures = [
      ...(await Promise.all(paths.map(wrongIn))).flat(),
      ...consume(paths),
      ...(await tryProjects(paths))
    ]
    for (const failure of failures) console.error(failure)
    if (failures.length > 0) return false
    writeFileSync(stamp, claim(sources))
    console.log(`The packages are made:\n${paths.map((path) => `  ${path}`).join("\n")}\n${installing}`)
    return true
  })

/** Compiles into empty folders, so that nothing of a removed source is packed. */
const compile = async (): Promise<boolean> => {
  for (const dist of globSync("{packages,apps}/*/dist", { cwd: root })) rmSync(join(root, dist), { recursive: true })
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  copyAssets(join(root, "apps/server/dist"))
  await buildConsole(join(root, "apps/server/dist"))
  copyGuides(join(root, "apps/server/dist"))
  copyPictures(join(root, "packages/service/dist/demo"))
  const args = [tsc, "-b", "tsconfig.build.json", "--checkers", "1"]
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0
}

/** The command is published as one program, with the licences of what it contains. */
const bundleCommand = async (): Promise<void> => {
  const dist = join(root, "apps/cli/dist")
  writeFileSync(join(dist, "LICENSES.txt"), licensesOf(await bundle(dist)))
}

/** The entry point for tests is one program too, because a test waits for it; it replaces what was compiled. */
const bundleEntryForTests = async (): Promise<void> => {
  const dist = join(root, "apps/server/dist")
  writeFileSync(join(dist, "LICENSES.txt"), licensesOf(await bundleTesting(dist)))
}

const tarballs = (): Array<string> => {
  mkdirSync(folder, { recursive: true })
  const packages = published()
  // pnpm adds the workspace's licence only to a package that has no other file of that name anywhere.
  for (const { place } of packages) cpSync(join(root, "LICENSE"), join(place, "LICENSE"))
  const filters = packages.flatMap(({ name }) => ["--filter", name])
  const args = [...filters, "pack", "--pack-destination", folder]
  const { status, stdout, stderr } = spawnSync(pnpm, args, { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`pnpm pack failed:\n${stdout}${stderr}`)
  return globSync("*.tgz", { cwd: folder })
    .sort()
    .map((file) => {
      const path = join(folder, file.replace(/-\d+\.\d+\.\d+.*$/, ".tgz"))
      renameSync(join(folder, file), path)
      return path
    })
}

const published = (): Array<{ readonly name: string; readonly place: string }> =>
  globSync("{packages,apps}/*/package.json", { cwd: root }).flatMap((file) => {
    const manifest = JSON.parse(readFileSync(join(root, file), "utf8"))
    return manifest.private ? [] : [{ name: manifest.name, place: dirname(join(root, file)) }]
  })

if (import.meta.main && !(await pack())) process.exitCode = 1
