// Chooses the test files of `npm test -- <filter> ...`: by the name of an area, or by a part of their path.
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { nearest } from "../apps/server/src/config/suggest.ts"

const root = join(import.meta.dirname, "..")

/** The test files of the repository, as patterns. */
export const testFiles = [
  "packages/*/{src,test}/**/*.test.ts",
  "apps/*/{src,test}/**/*.test.ts",
  "{tools,bench}/**/*.test.ts"
]

/**
 * Files that may share the modules of a worker with others of their group: loading Effect and the service is most of what such
 * files cost. One that changes anything that another one sees has a worker of its own. What `tools/restored.ts` undoes after each
 * file changes nothing. A file belongs to the first group that it fits.
 */
const groups: ReadonlyArray<Group> = [
  // Their clock is ahead of the platform's, and ids only grow within a process.
  { name: "sharing a clock", patterns: ["packages/conformance/test/{*,fuzz/*,receivers/*}.test.ts"] },
  // They defer little, and look often.
  {
    name: "sharing small steps",
    patterns: ["packages/storage/test/**/*.test.ts"],
    having: /\bObject\.assign\(deferral,/
  },
  {
    name: "sharing",
    patterns: [
      "packages/{domain,client,service,storage}/{src,test}/**/*.test.ts",
      "apps/{cli,console,server}/test/**/*.test.ts",
      "tools/**/*.test.ts"
    ]
  }
]

interface Group {
  readonly name: string
  readonly patterns: ReadonlyArray<string>
  /** What a file of the group has, or a file of tests that it imports. */
  readonly having?: RegExp
}

/**
 * What changes modules, the environment, timers, globals or the process, or takes its measure; or has a clock of its own or one that is
 * moved, after which all ids of the process are ahead. Timers that are not real may keep a turn of the event loop that the next file
 * waits for.
 */
const changing =
  /\bvi\.(mock|doMock|hoisted|resetModules|useFakeTimers)\b|\bprocess\.env\[[^\]]+\] =|^\s*process(\.\w+)+ \S?= |\bprocess\.exitCode = \w+$|\bObject\.assign\(process\b|\bdelete process\.env|\bprocess\.(chdir|memoryUsage|cpuUsage)\(|\bglobalThis\.\w+ =|\bObject\.assign\(\w+\.prototype,|\b(defineProperty|setFlags\w*|getHeap\w*)\(|\b(TestClock|Clock\.Clock|clock\.json)\b/m

/** Whether a test file, or a file of tests that it imports, changes something. */
export const isChanging = (path: string): boolean => isAny(path, (text) => changing.test(text) || changesImported(text))

/** Whether a file sets a property of what it imports, except for what a group has in common. */
const changesImported = (text: string): boolean => {
  const names = [...text.matchAll(/^import (?!type\b).*?\{([^}]*)\} from/gms)].flatMap(([, list]) =>
    list!.split(",").flatMap((one) => one.trim().split(" as ").at(-1) || [])
  )
  const own = names.filter((name) => name !== "deferral").join("|")
  return (
    own !== "" && new RegExp(`^\\s*(${own})(\\.\\w+)+ \\S?= |\\bObject\\.assign\\((${own})(\\.\\w+)*,`, "m").test(text)
  )
}

const matchesAny = (path: string, pattern: RegExp): boolean => isAny(path, (text) => pattern.test(text))

/** Whether something holds of the text of a test file, or of a file of tests that it imports. */
const isAny = (path: string, holds: (text: string) => boolean, seen = new Set<string>()): boolean => {
  if (seen.has(path)) return false
  seen.add(path)
  const text = readFileSync(join(root, path), "utf8")
  if (holds(text)) return true
  const imports = text.replace(/^import type [^"]*"[^"]*"/gm, "").matchAll(/\b(?:from |import\()"(\.[^"\n]+\.ts)"/g)
  const imported = [...imports].map(([, to]) => slashed(join(dirname(path), to!)))
  return imported.some((one) => !one.includes("/src/") && existsSync(join(root, one)) && isAny(one, holds, seen))
}

/** The files that share modules, from the root, by the name of their group. */
export const shared = (): Readonly<Record<string, ReadonlyArray<string>>> => {
  const taken = new Set<string>(longest)
  const free = (path: string): boolean => !taken.has(path) && !isChanging(path)
  return Object.fromEntries(
    groups.map(({ having, name, patterns }) => {
      const all = globSync(patterns, { cwd: root }).map(slashed)
      const files = all.filter((path) => free(path) && (having === undefined || matchesAny(path, having))).sort()
      for (const file of files) taken.add(file)
      return [name, files]
    })
  )
}

/** The files that take longest, in this order. Where one of them begins late, the others' cores have nothing to do at the end. */
export const longest: ReadonlyArray<string> = [
  "packages/conformance/test/conformance-mongo.test.ts",
  "packages/conformance/test/relations.test.ts",
  "packages/conformance/test/conformance.test.ts",
  "packages/storage/test/storage.test.ts",
  "packages/conformance/test/everywhere.test.ts",
  "packages/conformance/test/everywhere-mongo.test.ts",
  "apps/server/test/docs-browser.test.ts",
  "apps/server/test/console-stories.test.ts",
  "packages/conformance/test/torture/crash.test.ts",
  "packages/conformance/test/history.test.ts",
  "packages/conformance/test/fuzz/run.test.ts",
  "packages/conformance/test/torture/races.test.ts",
  "packages/conformance/test/torture/deliveries.test.ts",
  "packages/storage/test/stripes.test.ts",
  "packages/conformance/test/torture/starve.test.ts",
  "apps/cli/test/guide.test.ts",
  "packages/storage/test/format.test.ts",
  "apps/cli/test/maintenance.test.ts",
  "apps/server/test/serve.test.ts",
  "packages/conformance/test/torture/faults.test.ts",
  "apps/server/test/openapi-clients.test.ts"
]

/** Run the suites of all areas, on every store and surface, with one installation for each pair. */
const conformance = [
  "packages/conformance/test/conformance.test.ts",
  "packages/conformance/test/conformance-mongo.test.ts"
]

/** Where a new operation shows first: the comparison with the specification, the list of paths and parameters, the examples. */
const declarations = [
  "packages/conformance/test/contract.test.ts",
  "packages/conformance/test/examples.test.ts",
  "apps/server/test/openapi.test.ts"
]

/** What a run consists of. */
export interface Selection {
  readonly files: ReadonlyArray<string>
  /** The areas whose suites the files of `conformance` run; undefined for all. */
  readonly areas: ReadonlyArray<string> | undefined
}

/**
 * Whether a file names MongoDB or goes through all stores, or a file of tests that it imports does. Any division would be right,
 * since the server starts when a test asks for it; this one leaves a part of the files without one.
 */
const usesMongo = (path: string): boolean => matchesAny(path, /mongo|\badapters\b/i)

/** The filters by which CI divides the test files. */
const parts: Readonly<Record<string, (file: string) => boolean>> = {
  "with-mongodb": usesMongo,
  "without-mongodb": (file) => !usesMongo(file)
}

/**
 * Chooses from `files`. A filter selects the files in whose path a word begins with it, or whose path contains it if it has a
 * slash; `with-mongodb` and `without-mongodb` divide them all. The name of an area also selects the area's conformance suites,
 * and the tests of all declarations. Returns a sentence if a filter selects nothing.
 */
export const select = (
  filters: ReadonlyArray<string>,
  files: ReadonlyArray<string> = globSync(testFiles, { cwd: root }).map(slashed),
  areas: ReadonlyArray<string> = areaNames()
): Selection | string => {
  const chosen = filters.map((filter) => files.filter(parts[filter] ?? ((file) => matches(file, filter))))
  const unknown = filters.find((filter, index) => chosen[index]!.length === 0 && !areas.includes(filter))
  if (unknown !== undefined) return nothing(unknown, areas)
  const all = new Set(chosen.flat())
  const named = filters.filter((filter) => areas.includes(filter))
  const isWhole = named.length === 0 || conformance.some((file) => all.has(file))
  if (named.length > 0) for (const file of [...conformance, ...declarations]) all.add(file)
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
