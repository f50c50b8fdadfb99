/**
 * A failing disk and a full disk under a running server: writes that fail are refused, reads continue, writes continue
 * when the disk recovers, and no acknowledged write is lost.
 */
import { execFile } from "node:child_process"
import { copyFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout } from "node:timers/promises"
import { repeat } from "./crash.ts"
import { failingFrom, mounting, refusing } from "./disk.ts"
import { judge, type Verdict } from "./judged.ts"
import { type Write, work } from "./load.ts"
import { type Place, type Server, start } from "./process.ts"
import { read, wrongInStore } from "./seen.ts"
import { openShop, type Shop, wireOf } from "./shop.ts"
import { jsonOf } from "./wire.ts"

/** The outcome of the writes while a disk failed. */
export interface Faulted extends Verdict {
  /** The number of 503 answers, by the type of the refusal. */
  readonly refused: Readonly<Record<string, number>>
  /** The sentences of the refusals, each once. */
  readonly sentences: ReadonlyArray<string>
  /** Reads that were answered while writes were refused. */
  readonly reads: number
}

const stock = { products: { ANY: 10 ** 9, MUG: 10 ** 6, FEW: 25 }, coupons: { SOME: 12 } }

/**
 * Two servers whose disk fails to synchronise: the first until it is killed, the second for a while, after which it
 * writes again. Then a server on a working disk checks what is left.
 */
export const failing = async (place: Place, seed: number): Promise<Faulted> => {
  const report = new Report()
  const shops = await opened(place)
  const first = await start(place, { through: failingFrom("30+") })
  const journals = [await written(first, shops[0], { seed, report, refused: 20 })]
  await report.reading(first, shops[0])
  await report.telling(first)
  await first.kill()

  const second = await start(place, { through: failingFrom("60..80") })
  journals.push(await written(second, shops[1], { seed: seed + 1, report, refused: 5, after: 50 }))
  await second.stop()

  const third = await start(place)
  for (const [at, shop] of shops.entries())
    report.judge(judge(await again(third, shop, journals[at]!), await read(third, shop, place)))
  await report.examine(place)
  await third.stop()
  return report.all(place.location)
}

/** Two shops, opened before anything fails. */
const opened = async (place: Place): Promise<[Shop, Shop]> => {
  const server = await start(place)
  const shops: [Shop, Shop] = [await openShop(server, stock), await openShop(server, stock)]
  await server.stop()
  return shops
}

const again = async (server: Server, shop: Shop, journal: ReadonlyArray<Write>) => {
  await repeat([server], shop, journal)
  return journal
}

/**
 * Backs up a file that two servers are writing to, first to a small disk and then to one with room; returns the files
 * that the first left, and what is wrong with the second.
 */
export const backingUp = async (place: Place, seed: number) => {
  const [one, other] = [await start(place), await start(place)]
  const shop = await openShop(one, { products: { ANY: 10 ** 9, MUG: 10 ** 6, FEW: 25 }, coupons: { SOME: 12 } })
  const wires = [wireOf(one, shop), wireOf(other, shop)]
  let over = false
  const journal: Array<Write> = []
  const writing = work({ shop, wires, writers: 6, seed, journal, enough: () => over })
  const small = join(place.folder, "small")
  mkdirSync(small)
  const command = [process.execPath, place.program, "backup"]
  const [way = "", ...rest] = mounting(small, "256k")
  // The small disk disappears with the process that mounted it, so the script lists its files itself.
  const script = `"$@" ${small}/copy.db --data ${place.location} 2>&1; echo "ended $?"; ls -A ${small}`
  const refused = await ran(way, [...rest, "sh", "-c", script, "sh", ...command])
  const copy = join(place.folder, "copy.db")
  const made = await ran(command[0]!, [...command.slice(1), copy, "--data", place.location])
  const examined = await ran(process.execPath, [place.program, "doctor", "--data", copy])
  over = true
  await writing
  for (const wire of wires) wire.close()
  await Promise.all([one.stop(), other.stop()])
  return { refused, made, examined, acknowledged: journal.filter(({ answers }) => answers[0]?.status === 200).length }
}

const ran = (program: string, args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) => resolve(`${stdout}${stderr}${error === null ? "" : "failed"}`))
  })

/** A server that sees its disk as full for a while, for machines on which nobody may mount a small one. */
export const pretending = async (place: Place, seed: number): Promise<Faulted> => {
  const report = new Report()
  const [during, after] = await opened(place)
  const server = await start(place, { through: refusing("pwrite64", "ENOSPC", "500..540") })
  const journals = [await written(server, during, { seed, report, refused: 20 })]
  await report.reading(server, during)
  journals.push(await written(server, after, { seed: seed + 1, report, refused: 1, after: 50 }))
  for (const [at, shop] of [during, after].entries())
    report.judge(judge(journals[at]!, await read(server, shop, place)))
  await report.examine(place)
  const all = report.all(place.location)
  await server.stop()
  return all
}

/** A server whose disk is full for a while: a small disk, with a file on it that is then removed. */
export const filling = async (place: Place, seed: number): Promise<Faulted> => {
  const report = new Report()
  const disk = join(place.folder, "disk")
  mkdirSync(disk)
  const location = join(disk, "shop.db")
  const server = await start({ ...place, location }, { through: mounting(disk) })
  // Only the server sees the small disk; its root in /proc leads there.
  const seenFrom = (path: string) => `/proc/${server.pid}/root${path}`
  const [during, after] = [await openShop(server, stock), await openShop(server, stock)]
  const { bavail, bsize } = statfsSync(seenFrom(disk))
  const ballast = seenFrom(join(disk, "ballast"))
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - freeBytes))
  const journals = [await written(server, during, { seed, report, refused: 40 })]
  await report.reading(server, during)
  rmSync(ballast)
  journals.push(await written(server, after, { seed: seed + 1, report, refused: 0, after: 50 }))
  for (const file of ["shop.db", "shop.db-wal"]) copyFileSync(seenFrom(join(disk, file)), join(place.folder, file))
  for (const [at, shop] of [during, after].entries())
    report.judge(judge(journals[at]!, await read(server, shop, place)))
  await report.examine(place)
  const all = report.all(place.location)
  await server.stop()
  return all
}

const freeBytes = 1024 * 1024

interface Writing {
  readonly seed: number
  readonly report: Report
  /** Writes until this many were refused because of the disk, */
  readonly refused: number
  /** and then this many were acknowledged. */
  readonly after?: number
}

const written = async (
  server: Server,
  shop: Shop,
  { after = 0, refused, seed, report }: Writing
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
  report.refusals(journal)
  return journal
}

/** Collects what is found. */
class Report {
  readonly #refused: Record<string, number> = {}
  readonly #lost: Array<string> = []
  readonly #wrong: Array<string> = []
  readonly #sentences = new Set<string>()
  #acknowledged = 0
  #reads = 0

  refusals(journal: ReadonlyArray<Write>): void {
    for (const answer of journal.flatMap(({ answers }) => answers)) {
      if (answer.status !== 503) continue
      const { message, type } = jsonOf(answer).error
      this.#sentences.add(message)
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

  /** Checks what an operator sees when a disk fails: `/readyz` is 503, and one log line says why. */
  async telling(server: Server): Promise<void> {
    const { status } = await fetch(`${server.url}/readyz`)
    if (status !== 503) this.#wrong.push(`/readyz answers ${status} while nothing can be written`)
    while (!server.log().includes("the store failed")) await setTimeout(50)
    const lines = server
      .log()
      .split("\n")
      .filter((line) => line.includes('"msg":"the store failed"'))
    if (lines.length !== 1 || !lines[0]!.includes("disk I/O error"))
      this.#wrong.push(`the log should say once why the store failed: ${lines.join(" ")}`)
  }

  judge({ acknowledged, lost, wrong }: Verdict): void {
    this.#acknowledged += acknowledged
    this.#lost.push(...lost)
    this.#wrong.push(...wrong)
  }

  async examine(place: Place): Promise<void> {
    this.#wrong.push(...(await wrongInStore(place)))
  }

  all(file: string): Faulted {
    const database = new DatabaseSync(file, { readOnly: true })
    const found = database.prepare("pragma integrity_check").all()
    database.close()
    if (JSON.stringify(found) !== '[{"integrity_check":"ok"}]') this.#wrong.push(`not whole: ${JSON.stringify(found)}`)
    return {
      ...{ acknowledged: this.#acknowledged, reads: this.#reads },
      ...{ lost: this.#lost, wrong: this.#wrong, refused: this.#refused, sentences: [...this.#sentences] }
    }
  }
}

/** One line for the README. */
export const faultLine = (what: string, { acknowledged, lost, reads, refused }: Faulted): string => {
  const refusals = Object.entries(refused).map(([type, count]) => `${count} × 503 ${type}`)
  return `${what}: sqlite, ${acknowledged} acknowledged, ${lost.length} lost, ${refusals.join(", ")}, ${reads} reads answered meanwhile`
}
