/**
 * Two versions of the program on one file, in both orders and under load: an older one, built from the git history with the
 * packages that are installed now, and this one. While one of them has the file the other is refused in a sentence; the
 * server that has it answers every call, and the upgrade loses nothing.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { judge, type Verdict } from "./judged.ts"
import { type Write, work } from "./load.ts"
import { begin, type Place, type Server, start } from "./process.ts"
import { read, wrongInStore } from "./seen.ts"
import { openShop, type Shop, wireOf } from "./shop.ts"

const root = join(import.meta.dirname, "../../../..")

/** How many writes each version answers before the other tries to start, and the seed. */
export interface VersionsRun {
  readonly commit: string
  readonly writes: number
  readonly seed: number
}

/** The result of a run. */
export interface Versions {
  readonly acknowledged: number
  /** What starts were refused with. */
  readonly refusals: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** Why this machine cannot build an older program; undefined if it can. */
export const whyNoHistory = (commit: string): string | undefined => {
  const { status, stderr } = git(["rev-parse", "--verify", "--quiet", `${commit}^{commit}`])
  return status === 0 ? undefined : `there is no commit ${commit} in the git history ${String(stderr).trim()}`.trim()
}

/** Runs both orders on a file: first the older program makes the store, then this one has it. */
export const versions = async (place: Place, { commit, seed, writes }: VersionsRun): Promise<Versions> => {
  const older: Place = { ...place, program: built(commit, join(place.folder, "older")) }
  const phases: Array<Phase> = []
  const refusals: Array<string> = []
  const wrong: Array<string> = []
  for (const [first, other] of [
    [older, place],
    [place, older]
  ] as const) {
    const server = await start(first)
    const phase = await openPhase(server)
    phases.push(phase)
    const loaded = load(server, phase, { seed: seed + phases.length, writes })
    const refused = await refusalOf(other)
    if (refused === undefined) wrong.push("a second version of the program started on a file that was in use")
    else refusals.push(refused)
    await loaded
    const code = await server.stop()
    if (code !== 0) wrong.push(`a server ended with ${code}`)
  }
  const server = await start(place)
  const verdicts: Array<Verdict> = []
  for (const { journal, shop } of phases) verdicts.push(judge(journal, await read(server, shop, place)))
  wrong.push(...(await wrongInStore(place)))
  await server.stop()
  return {
    refusals,
    acknowledged: verdicts.reduce((sum, one) => sum + one.acknowledged, 0),
    lost: verdicts.flatMap(({ lost }) => lost),
    wrong: [...verdicts.flatMap((one) => one.wrong), ...wrong]
  }
}

/** One line for the README. */
export const versionsLine = (commit: string, { acknowledged, lost }: Versions): string =>
  `versions: sqlite, ${commit} and this program on one file, ${acknowledged.toLocaleString("en-US")} acknowledged, ${lost.length} lost`

interface Phase {
  readonly shop: Shop
  readonly journal: Array<Write>
}

const openPhase = async (server: Server): Promise<Phase> => ({
  shop: await openShop(server, { products: { ANY: 10 ** 9, MUG: 10 ** 6 }, coupons: { EVER: null } }),
  journal: []
})

const load = async (server: Server, { journal, shop }: Phase, { seed, writes }: Omit<VersionsRun, "commit">) => {
  const wire = wireOf(server, shop)
  await work({ shop, wires: [wire], writers: 6, seed, journal, enough: (acknowledged) => acknowledged >= writes })
  wire.close()
}

/** The sentence with which a start is refused; nothing if it is not. */
const refusalOf = async (place: Place): Promise<string | undefined> => {
  const starting = begin(place)
  try {
    await starting.ready
    await starting.kill()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Builds the program of a commit in a folder; returns the file that node runs. */
const built = (commit: string, folder: string): string => {
  mkdirSync(folder)
  const archive = git(["archive", commit]).stdout
  run("tar", ["-x", "-C", folder], { input: archive })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  // The links among the packages are relative, so they lead to the older ones.
  for (const group of ["packages", "apps"])
    for (const name of readdirSync(join(folder, group))) {
      const links = join(root, group, name, "node_modules")
      if (existsSync(links))
        cpSync(links, join(folder, group, name, "node_modules"), { recursive: true, verbatimSymlinks: true })
    }
  run(process.execPath, [join(folder, "tools/bundle.ts")], { cwd: folder })
  return join(folder, "dist/bottega.mjs")
}

const git = (args: ReadonlyArray<string>) => spawnSync("git", args, { cwd: root, maxBuffer: 2 ** 30 })

const run = (program: string, args: ReadonlyArray<string>, options: object): void => {
  const { error, status, stderr } = spawnSync(program, args, options)
  if (error !== undefined || status !== 0) throw new Error(`${program} failed: ${error?.message ?? String(stderr)}`)
}
