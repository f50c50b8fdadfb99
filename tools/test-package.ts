// Packages of a few lines, for the tests of the checks on packed packages.
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The entry point that a test's package has by default. */
export const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" }

/** Packs a package of these files, besides an entry point, within `folder`; returns its tarball. */
export const packageOf = (
  folder: string,
  name: string,
  manifest: object,
  files: Readonly<Record<string, string>>
): string => {
  const own = join(folder, name.replace("/", "-"))
  const json = { name, version: "1.2.3", type: "module", exports: { ".": entry }, ...manifest }
  const all = {
    "dist/index.js": "export const a = 1\n",
    "dist/index.d.ts": "export declare const a: number\n",
    ...files
  }
  for (const [file, text] of Object.entries({ ...all, "package.json": JSON.stringify(json) })) {
    mkdirSync(dirname(join(own, "package", file)), { recursive: true })
    writeFileSync(join(own, "package", file), text)
  }
  const tarball = `${own}.tgz`
  const { status, stderr } = spawnSync("tar", ["-czf", tarball, "-C", own, "package"], { encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  return tarball
}
