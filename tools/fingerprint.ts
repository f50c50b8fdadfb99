// Recognizes files that have not changed, so that what was made of them need not be made again.
import { createHash } from "node:crypto"
import { globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The files that the published packages and their tarballs are made of, as patterns in the checkout. */
export const publishedSources = ["{packages,apps}/*/{src/**,package.json}", "pnpm-lock.yaml"]

/** A hash of the names and contents of all files of the checkout that match. */
export const fingerprint = (patterns: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update("\0").update(readFileSync(path))
  }
  return hash.digest("hex")
}
