// Recognizes unchanged files, so that results made from them need not be made again.
import { createHash } from "node:crypto"
import { globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The files that the published packages are made of, as patterns in the checkout. */
export const publishedSources = ["{packages,apps}/*/{src/**,package.json}", "apps/server/*.txt", "pnpm-lock.yaml"]

/** The files that the tarballs and the result of their checks depend on. */
export const packedSources = [
  ...publishedSources,
  "README.md",
  "LICENSE",
  "{packages,apps}/*/*.md",
  "tsconfig*.json",
  "{packages,apps}/*/tsconfig*.json",
  "{package.json,pnpm-workspace.yaml}",
  "node_modules/.pnpm/lock.yaml",
  "tools/{,projects/}*.{ts,mjs}"
]

/** A hash of the names and contents of all files of the checkout that match. */
export const fingerprint = (patterns: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update("\0").update(readFileSync(path))
  }
  return hash.digest("hex")
}
