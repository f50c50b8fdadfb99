// Writes a new area: `npm run area <name> [<noun>]`. What it writes compiles, and fails where something is to be written.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { declaration, type Named } from "./area/declaration.ts"
import { nounOf, operationsOf } from "./area/operations.ts"
import { inConformance, inDomain, inLargest, inService } from "./area/registered.ts"
import { changeset, handlers, suite } from "./area/stubs.ts"

const unserved = "packages/domain/src/unserved.ts"

/** What changes a registry for a new area, by its path. */
const registries: Readonly<Record<string, (text: string, area: string) => string>> = {
  "packages/domain/src/areas.ts": inDomain,
  "packages/service/src/areas.ts": inService,
  "packages/conformance/src/areas.ts": inConformance,
  "packages/service/test/bounds/largest.ts": inLargest,
  [unserved]: (text, area) => {
    const left = text.split("\n").filter((line) => !line.includes(` /v1.1/${area}/`))
    return left.join("\n").replace(/,(?=\n\]\))/, "")
  }
}

/** The files of a new area by their path, and those that change. */
const writtenFor = (root: string, named: Named): Readonly<Record<string, string>> => {
  const { area, noun } = named
  const operations = operationsOf(area, noun)
  const changed = Object.entries(registries).flatMap(([path, change]) => {
    const before = readFileSync(join(root, path), "utf8")
    const after = change(before, area)
    return after === before ? [] : [[path, after] as const]
  })
  return {
    [`packages/domain/src/areas/${area}.ts`]: declaration(named, operations),
    [`packages/service/src/areas/${area}.ts`]: handlers(named, operations),
    [`packages/conformance/src/areas/${area}.ts`]: suite(named, operations),
    [`.changeset/${area}.md`]: changeset(named),
    ...Object.fromEntries(changed)
  }
}

/** Writes an area, and returns what to print. */
export const writeArea = (
  root: string,
  args: ReadonlyArray<string>
): { readonly ok: boolean; readonly text: string } => {
  const [area = "", noun = nounOf(area) ?? area.replace(/s$/, "")] = args
  if (!/^[a-z][a-z0-9]*$/.test(area) || !/^[a-z]+$/.test(noun))
    return {
      ok: false,
      text: "Usage: npm run area <name> [<noun>], both in lower-case letters: npm run area pages page"
    }
  if (existsSync(join(root, `packages/domain/src/areas/${area}.ts`)))
    return { ok: false, text: `There is an area ${area} already.` }
  const written = writtenFor(root, { area, noun })
  const lines = Object.entries(written).map(([path, text]) => {
    const isNew = !existsSync(join(root, path))
    writeFileSync(join(root, path), text)
    return `${isNew ? "new      " : "changed  "}${path}`
  })
  return {
    ok: true,
    text: [...lines, `Next: npm run fix, then npm test -- ${area} says what is to be written.`].join("\n")
  }
}

if (import.meta.main) {
  const { ok, text } = writeArea(join(import.meta.dirname, ".."), process.argv.slice(2))
  console.log(text)
  if (!ok) process.exitCode = 2
}
