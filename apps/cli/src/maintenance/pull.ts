/** `bottega pull`: brings a whole shop from another server of this API into the store. */
import { writeFileSync } from "node:fs"
import { speaksTlsOnly } from "@bottega/domain/no-answer"
import { variableOf } from "@bottega/server/config"
import { allCollections } from "@bottega/service"
import { convertDocuments } from "@bottega/service/maintenance"
import {
  askSource,
  type Break,
  type Extra,
  extras,
  type PullPrice,
  type PullReport,
  pullShop,
  Stopped
} from "@bottega/service/pull"
import { Effect, ManagedRuntime } from "effect"
import type { Invocation } from "../command.ts"
import { ask, say, write } from "../output.ts"
import { speaksTls } from "../speaks-tls.ts"
import { requireStore } from "../store.ts"
import { safeJson } from "../table.ts"
import { Usage } from "../usage.ts"
import { counted } from "./amount.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async ({ options, settings, store }: Invocation): Promise<number> => {
  const onBreak = (broken: Break) => void sayBreak(broken, question.from)
  const question = { ...questionOf(options), onWait: sayWait, onBreak }
  // A shop that is named must be there.
  if (question.shop !== undefined) await requireStore(store)
  const { adapter, location } = store
  const shown = progress((count) => `${count} documents examined`)
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections))
  try {
    const asked = await Effect.runPromise(askSource(question))
    await runtime.runPromise(convertDocuments())
    let before = 0
    let [kind, last] = ["", 0]
    const onProgress = (now: string, done: number) => {
      if (now !== kind) before += last
      kind = now
      last = done
      shown.at(before + done)
    }
    const report = await runtime.runPromise(
      pullShop(asked, {
        ...{ ...question, onProgress, allowPrivateUrls: settings.allowPrivateUrls },
        askPrice: (price) => isAccepted(price, options.has("yes"))
      })
    )
    shown.end()
    const file = reportFileOf(settings.credentials, report.shop)
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 })
    await (options.has("json") ? write(`${safeJson({ ...report, file })}\n`) : write(textOf(report, file)))
    return report.isComplete && Object.values(report.kinds).every(({ refused }) => refused === 0) ? 0 : 1
  } catch (error) {
    throw error instanceof Stopped ? new Error(error.message) : error
  } finally {
    shown.end()
    await runtime.dispose()
  }
}

/** Says what the extras cost; a person at the terminal accepts it, or `--yes` does, and elsewhere it is accepted. */
const isAccepted = async ({ calls, orders, quota, seconds }: PullPrice, isYes: boolean): Promise<boolean> => {
  const ofQuota = quota === null ? "" : `, with a quota of ${quota} calls a day there`
  const price = `--with costs ${counted(calls, "call")} for ${counted(orders, "order")}: about ${spanOf(seconds)}${ofQuota}.`
  const person = isYes || calls === 0 ? undefined : ask()
  if (person !== undefined) return person(`${price} Continue?`)
  say(price)
  return true
}

const spanOf = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return counted(minutes, "minute")
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? counted(hours, "hour") : counted(Math.ceil(hours / 24), "day")
}

const sayWait = ({ ms, reason }: { readonly ms: number; readonly reason: "limit" | "quota" }): void => {
  const why =
    reason === "quota" ? "the rest of the source's quota is left to others" : "a limit of the source is reached"
  if (ms >= 5000) say(`Waiting ${Math.ceil(ms / 1000)} s: ${why}.`)
}

const sayBreak = async ({ path, tries, why, withinMs }: Break, from: URL): Promise<void> => {
  const reason = (await speaksTls(from.href)) ? speaksTlsOnly : why
  say(`The source does not answer ${path} (${reason}). Trying again, ${tries} times within ${spanOf(withinMs / 1000)}.`)
}

const questionOf = (options: ReadonlyMap<string, string>) => ({
  from: addressOf(options.get("from")),
  ...pairOf(options),
  rate: rateOf(options.get("rate") ?? defaultRate),
  extras: extrasOf(options.get("with") ?? ""),
  pictureHosts: new Set((options.get("pictures-from") ?? "").split(",").map((host) => host.trim().toLowerCase())),
  shop: options.get("shop"),
  isRemovalAllowed: options.has("remove")
})

/** Calls a second, by default. */
const defaultRate = "5"
const maxRate = 1000

/** The address of the source; over plain http the key set would be readable on its way, so only to this machine. */
const addressOf = (text: string | undefined): URL => {
  if (text === undefined) throw new Usage("--from is missing: the address of the server to pull from.")
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Usage("--from must be an https address.")
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new Usage("--from must be an address without a password, a query or a fragment.")
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === "http:" && !isHere)
    throw new Usage("--from must be an https address, unless it is this machine.")
  return url
}

const pairOf = (options: ReadonlyMap<string, string>) => {
  const [key, exchange] = ["key", "exchange"].map((name) => options.get(name) ?? process.env[variableOf(name)])
  if (!key || !exchange)
    throw new Usage(
      `--key and --exchange are missing; ${variableOf("key")} and ${variableOf("exchange")} also give them.`
    )
  if (![key, exchange].every((one) => /^[\x21-\x7e]{1,1000}$/.test(one)))
    throw new Usage("--key and --exchange must be text without spaces.")
  return { key, exchange }
}

const rateOf = (text: string): number => {
  const rate = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (rate >= 0.001 && rate <= maxRate) return rate
  throw new Usage(`--rate must be a number of calls a second, up to ${maxRate}.`)
}

const extrasOf = (text: string): ReadonlySet<Extra> => {
  const names = text.split(",").filter((name) => name !== "")
  const found = extras.filter((extra) => names.includes(extra))
  if (found.length === names.length) return new Set(found)
  throw new Usage(`--with takes ${extras.join(", ")}, separated by commas.`)
}

/** The report lies beside the data, as the credentials do. */
const reportFileOf = (credentials: string | undefined, shop: string): string =>
  `${(credentials ?? "bottega.credentials.json").replace(/credentials\.json$|\.json$|$/, "")}pull-${shop}.json`.replace(
    /([^./\\])pull-/,
    "$1.pull-"
  )

const textOf = (report: PullReport, file: string): string => {
  const rows = Object.entries(report.kinds).filter(
    ([, kind]) => kind.source > 0 || kind.stored > 0 || kind.notes.length > 0
  )
  const lines = rows.map(([name, { added, changed, refused, removed, source, stored }]) => {
    const counts = [`${source} there`, `${stored} here`, `${added} new`, `${changed} changed`, `${removed} removed`]
    return `  ${name}: ${[...counts, ...(refused > 0 ? [`${refused} refused`] : [])].join(", ")}`
  })
  const details = rows.flatMap(([name, { notes, refusals }]) => [
    ...notes.map((note) => `  ${name}: ${note}`),
    ...refusals.slice(0, 5).map(({ document, why }) => `  ${name} ${document} ${why}`)
  ])
  const head = report.isComplete
    ? `Pulled ${report.name} (${report.shop}) with ${counted(report.calls, "call")}.`
    : `The pull of ${report.name} (${report.shop}) stopped after ${counted(report.calls, "call")}: ${report.stopped} The same command continues it.`
  return [
    head,
    ...lines,
    ...(details.length > 0 ? ["To know:", ...details] : []),
    "Not returned by the API:",
    ...report.notGiven.map((sentence) => `  ${sentence}`),
    `The whole report is in ${file}.`,
    ""
  ].join("\n")
}
