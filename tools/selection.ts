// Chooses the test files of `npm test -- <filter> ...`: by the name of an area, or by a part of their path.
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { nearest } from "../apps/server/src/config/suggest.ts"

const root = join(import.meta.dirname, "..")

/** The test files of the repository, as patterns. */
export const testFiles = [
  "packages/*/{src,test}/**/*.test.ts",
  "apps/*/{src,test}/**/*.test.ts",
  "{tools,bench}/**/*.test.ts"
]

/** Runs the suites of all areas, on every store and surface, with one installation for each pair. */
const conformance = "packages/conformance/test/conformance.test.ts"

/** Where a new operation shows first: the comparison with the specification, the list of paths and parameters, the examples. */
const declarations = [
  "packages/conformance/test/contract.test.ts",
  "packages/conformance/test/examples.test.ts",
  "apps/server/test/openapi.test.ts"
]

/** What a run consists of. */
export interface Selection {
  readonly files: ReadonlyArray<string>
  /** The areas whose suites `conformance.test.ts` runs; undefined for all. */
  readonly areas: ReadonlyArray<string> | undefined
}

/**
 * Chooses from `files`. A filter selects the files in whose path a word begins with it, or whose path contains it if it has a
 * slash. The name of an area also selects the area's conformance suites, and the tests of all declarations. Returns a sentence
 * if a filter selects nothing.
 */
export const select = (
  filters: ReadonlyArray<string>,
  files: ReadonlyArray<string> = globSync(testFiles, { cwd: root }).map(slashed),
  areas: ReadonlyArray<string> = areaNames()
): Selection | string => {
  const chosen = filters.map((filter) => files.filter((file) => matches(file, filter)))
  const unknown = filters.find((filter, index) => chosen[index]!.length === 0 && !areas.includes(filter))
  if (unknown !== undefined) return nothing(unknown, areas)
  const all = new Set(chosen.flat())
  const named = filters.filter((filter) => areas.includes(filter))
  const isWhole = named.length === 0 || all.has(conformance)
  if (named.length > 0) for (const file of [conformance, ...declarations]) all.add(file)
  return { files: [...all].sort(), areas: isWhole ? undefined : named }
}

/** The names of all areas; `packages/conformance/src/areas.ts` has a suite for each. */
const areaNames = (): Array<string> => {
  const files = globSync("packages/{domain,conformance}/src/areas/*.ts", { cwd: root })
  return [...new Set(files.map((file) => basename(file, ".ts")))]
}

const slashed = (path: string): string => path.replaceAll("\\", "/")

const matches = (file: string, filter: string): boolean => {
  if (filter.includes("/")) return file.includes(filter)
  for (let at = file.indexOf(filter); at >= 0; at = file.indexOf(filter, at + 1))
    if (at === 0 || !/[a-z0-9]/i.test(file[at - 1]!)) return true
  return false
}

const nothing = (filter: string, areas: ReadonlyArray<string>): string => {
  const close = nearest(filter, areas)
  const hint = close === undefined ? "" : ` Did you mean ${close}?`
  return `No test ran: no test file and no area is called "${filter}".${hint}\nThe areas are ${[...areas].sort().join(", ")}.`
}
