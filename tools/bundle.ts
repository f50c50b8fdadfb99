// Makes dist/bottega.mjs, the one file that `npm start` runs: a third of the start time and half the memory of the
// sources. Does nothing when the sources are those it was made of.
import { createHash } from "node:crypto"
import { closeSync, globSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from "node:fs"
import { builtinModules } from "node:module"
import { join } from "node:path"
import { rolldown } from "rolldown"

const root = join(import.meta.dirname, "..")
const target = join(root, "dist/bottega.mjs")

/** The last line of the bundle names what it was made of, so that bundle and claim are written at once. */
const claim = (): string => {
  const hash = createHash("sha256")
  const files = globSync(["{packages,apps}/*/{src/**,package.json}", "pnpm-lock.yaml", "tools/bundle.ts"], {
    cwd: root
  })
  for (const file of files.sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update("\0").update(readFileSync(path))
  }
  return `//# made-of=${hash.digest("hex")}\n`
}

const lastBytes = (path: string, count: number): string => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size < count) return ""
  const file = openSync(path, "r")
  try {
    const bytes = Buffer.alloc(count)
    readSync(file, bytes, 0, count, size - count)
    return bytes.toString()
  } finally {
    closeSync(file)
  }
}

const bundle = async (footer: string): Promise<void> => {
  console.error("Building dist/bottega.mjs ...")
  const build = await rolldown({
    input: join(root, "apps/cli/src/main.ts"),
    platform: "node",
    external: [/^node:/, ...builtinModules],
    logLevel: "warn"
  })
  const mine = `${target}.${process.pid}`
  try {
    await build.write({ file: mine, format: "esm", codeSplitting: false, footer: footer.trimEnd() })
    renameSync(mine, target)
  } finally {
    rmSync(mine, { force: true })
    await build.close()
  }
}

const now = claim()
if (lastBytes(target, now.length) !== now) await bundle(now)
