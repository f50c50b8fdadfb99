/**
 * A disk that fails and a disk that is full, under a server that runs: what cannot be written is refused, reads go on,
 * writes go on when the disk does, and nothing that was acknowledged is lost.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { repeat } from "./crash.ts"
import { judge, type Verdict } from "./judged.ts"
import { type Write, work } from "./load.ts"
import { type Place, type Server, start } from "./process.ts"
import { read } from "./seen.ts"
import { openShop, type Shop, wireOf } from "./shop.ts"
import { whyNoTrace } from "./trace.ts"
import { jsonOf } from "./wire.ts"

/** What became of the writes while a disk failed. */
export interface Faulted extends Verdict {
  /** Answers of 503, by the type of the refusal. */
  readonly refused: Readonly<Record<string, number>>
  /** Reads that were answered while writes were refused. */
  readonly reads: number
}

const stock = { products: { ANY: 10 ** 9, MUG: 10 ** 6, FEW: 25 }, coupons: { SOME: 12 } }

/**
 * Two servers whose disk fails to synchronise: the first for ever, until it is killed; the second for a while, after which
 * it writes again. Then a server without such troubles looks at what is left.
 */
export const failing = async (place: Place, seed: number): Promise<Faulted> => {
  const told = new Told()
  const first = await start(place, { through: failingFrom("30+") })
  const shops = [await openShop(first, stock)]
  const journals = [await written(first, shops[0]!, { seed, told, refused: 20 })]
  await told.reading(first, shops[0]!)
  await first.kill()

  const second = await start(place, { through: failingFrom("60..80") })
  shops.push(await openShop(second, stock))
  journals.push(await written(second, shops[1]!, { seed: seed + 1, told, refused: 5, after: 50 }))
  await second.stop()

  const third = await start(place)
  for (const [at, shop] of shops.entries())
    told.judge(judge(await again(third, shop, journals[at]!), await read(third, shop, place)))
  await third.stop()
  return told.all(place.location)
}

const again = async (server: Server, shop: Shop, journal: ReadonlyArray<Write>) => {
  await repeat(server, shop, journal)
  return journal
}

/** Starts a program so that these calls of it fail, those that `when` counts. */
const refusing = (calls: string, error: string, when: string): ReadonlyArray<string> => [
  ...["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", `trace=${calls}`],
  ...["-e", `inject=${calls}:error=${error}:when=${when}`]
]

/** So that what was written does not reach the disk. */
const failingFrom = (when: string) => refusing("fdatasync,fsync", "EIO", when)

/** A server that is told that its disk is full, for a while: for machines that let nobody mount a small one. */
export const pretending = async (place: Place, seed: number): Promise<Faulted> => {
  const told = new Told()
  await (await start(place)).stop()
  const server = await start(place, { through: refusing("pwrite64", "ENOSPC", "500..540") })
  const [during, after] = [await openShop(server, stock), await openShop(server, stock)]
  const journals = [await written(server, during, { seed, told, refused: 20 })]
  await told.reading(server, during)
  journals.push(await written(server, after, { seed: seed + 1, told, refused: 1, after: 50 }))
  for (const [at, shop] of [during, after].entries()) told.judge(judge(journals[at]!, await read(server, shop, place)))
  const all = told.all(place.location)
  await server.stop()
  return all
}

/** A server whose disk is full for a while: a small one, with something in it that is then removed. */
export const filling = async (place: Place, seed: number): Promise<Faulted> => {
  const told = new Told()
  const disk = join(place.folder, "disk")
  mkdirSync(disk)
  const location = join(disk, "shop.db")
  const server = await start({ ...place, location }, { through: mounting(disk) })
  // Nobody but the server has the small disk; what it sees leads there.
  const seenFrom = (path: string) => `/proc/${server.pid}/root${path}`
  const [during, after] = [await openShop(server, stock), await openShop(server, stock)]
  const { bavail, bsize } = statfsSync(seenFrom(disk))
  const ballast = seenFrom(join(disk, "ballast"))
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - roomLeft))
  const journals = [await written(server, during, { seed, told, refused: 40 })]
  await told.reading(server, during)
  rmSync(ballast)
  journals.push(await written(server, after, { seed: seed + 1, told, refused: 0, after: 50 }))
  for (const file of ["shop.db", "shop.db-wal"]) copyFileSync(seenFrom(join(disk, file)), join(place.folder, file))
  for (const [at, shop] of [during, after].entries()) told.judge(judge(journals[at]!, await read(server, shop, place)))
  const all = told.all(place.location)
  await server.stop()
  return all
}

const roomLeft = 1024 * 1024

/** Starts a program with a disk of 32 MB of its own in a folder. */
const mounting = (folder: string): ReadonlyArray<string> => [
  ...ways.find(works)!,
  ...["sh", "-c", 'mount -t tmpfs -o size=32m tmpfs "$0" && exec "$@"', folder]
]

/** As root, and as anybody where user namespaces are allowed. */
const ways = [
  ["unshare", "-m"],
  ["unshare", "-Urm"]
]

/** Whether a way leads to a small disk. */
const works = ([program = "", ...args]: ReadonlyArray<string>): boolean =>
  spawnSync(program, [...args, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0

/** Why this machine cannot show {@link failing} and {@link pretending}; nothing where it can. */
export const whyNoFailing = whyNoTrace

/** Why this machine cannot show {@link filling}; nothing where it can. */
export const whyNoFilling = (): string | undefined =>
  ways.some(works) ? undefined : "no small disk can be mounted, neither as root nor in a user namespace"

interface Writing {
  readonly seed: number
  readonly told: Told
  /** Writes until so many were refused for the disk's sake, */
  readonly refused: number
  /** and so many were acknowledged after that. */
  readonly after?: number
}

const written = async (
  server: Server,
  shop: Shop,
  { after = 0, refused, seed, told }: Writing
): Promise<Array<Write>> => {
  const journal: Array<Write> = []
  const wire = wireOf(server, shop)
  let then: number | undefined
  const enough = (acknowledged: number) => {
    const count = journal.filter(({ answers }) => answers[0]?.status === 503).length
    if (count >= refused) then ??= acknowledged
    return then !== undefined && acknowledged - then >= after
  }
  await work({ shop, wires: [wire], writers: 6, seed, journal, enough })
  wire.close()
  told.refusals(journal)
  return journal
}

/** Gathers what is found. */
class Told {
  readonly #refused: Record<string, number> = {}
  readonly #lost: Array<string> = []
  readonly #wrong: Array<string> = []
  #acknowledged = 0
  #reads = 0

  refusals(journal: ReadonlyArray<Write>): void {
    for (const answer of journal.flatMap(({ answers }) => answers)) {
      if (answer.status !== 503) continue
      const { type } = jsonOf(answer).error
      this.#refused[type] = (this.#refused[type] ?? 0) + 1
    }
  }

  /** Reads while nothing can be written. */
  async reading(server: Server, shop: Shop): Promise<void> {
    const wire = wireOf(server, shop)
    for (const path of ["orders/list.json", "inventory/list.json", "coupons/list.json", "store/info.json"]) {
      const answer = await wire.send({ method: "GET", path: `/v1.1/${path}` })
      if (answer?.status === 200) this.#reads++
      else this.#wrong.push(`a read was not answered: ${path} ${answer?.status} ${answer?.text}`)
    }
    wire.close()
  }

  judge({ acknowledged, lost, wrong }: Verdict): void {
    this.#acknowledged += acknowledged
    this.#lost.push(...lost)
    this.#wrong.push(...wrong)
  }

  all(file: string): Faulted {
    const database = new DatabaseSync(file, { readOnly: true })
    const found = database.prepare("pragma integrity_check").all()
    database.close()
    if (JSON.stringify(found) !== '[{"integrity_check":"ok"}]') this.#wrong.push(`not whole: ${JSON.stringify(found)}`)
    return {
      ...{ acknowledged: this.#acknowledged, reads: this.#reads },
      ...{ lost: this.#lost, wrong: this.#wrong, refused: this.#refused }
    }
  }
}

/** One line for whoever reads the README. */
export const faultLine = (what: string, { acknowledged, lost, reads, refused }: Faulted): string => {
  const refusals = Object.entries(refused).map(([type, count]) => `${count} × 503 ${type}`)
  return `${what}: sqlite, ${acknowledged} acknowledged, ${lost.length} lost, ${refusals.join(", ")}, ${reads} reads answered meanwhile`
}
