/** The last requests: a list, and after it each new one as it is answered. */
import { signal } from "@preact/signals"
import { call, operationsById, type Parameters } from "../call/client.ts"
import { type Entry, Follower } from "../call/follow.ts"
import { isOffline, notice } from "../call/session.ts"

/** A request as the list shows it. */
export interface Listed {
  readonly ts: number
  readonly requestId: string
  readonly key: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
}

const list = operationsById.get("requests.list")!
/** The rows of the page, however long it is open; filters find older ones. */
const maxRows = 100
/** The console's own may be most of the last requests, so more are read than are shown. */
const maxRead = 1000
/** Whether the console made the request. It makes some all the time, and the page shows them only if a person asks for them. */
const isOwn = ({ key }: Listed): boolean => key?.startsWith("person:") === true

/** The newest rows, with the console's own or without. */
export const newest = (entries: ReadonlyArray<Listed>, withOwn: boolean): ReadonlyArray<Listed> =>
  entries.filter((one) => withOwn || !isOwn(one)).slice(0, maxRows)

/** As many of the console's and of all others as a page shows: what is hidden takes no room from what is shown. */
const bounded = (entries: ReadonlyArray<Listed>): ReadonlyArray<Listed> => {
  const room = { own: maxRows, others: maxRows }
  return entries.filter((one) => room[isOwn(one) ? "own" : "others"]-- > 0)
}

/** Follows the requests that a list's parameters choose. */
export class LiveRequests {
  readonly entries = signal<ReadonlyArray<Listed> | undefined>(undefined)
  readonly failure = signal<unknown>(undefined)
  readonly #parameters: Parameters
  readonly #follower: Follower

  constructor(parameters: Parameters) {
    this.#parameters = { ...parameters, limit: String(maxRead) }
    this.#follower = new Follower({
      topic: "requests",
      reload: (signal) => this.#reload(signal),
      onEntries: (entries) => this.#add(entries)
    })
  }

  start(): void {
    this.#follower.start()
  }

  stop(): void {
    this.#follower.stop()
  }

  async #reload(signal: AbortSignal): Promise<void> {
    try {
      const { data } = await call(list, this.#parameters, { signal })
      isOffline.value = false
      this.failure.value = undefined
      this.entries.value = bounded(data as ReadonlyArray<Listed>)
    } catch (failure) {
      if (signal.aborted) return
      notice(failure)
      this.failure.value = failure
    }
  }

  /** One that was answered while the list was read may be in both. */
  #add(entries: ReadonlyArray<Entry>): void {
    const before = this.entries.value ?? []
    const known = new Set(before.map(({ requestId }) => requestId))
    const added = (entries as ReadonlyArray<Entry & { readonly request: Listed }>)
      .map(({ request }) => request)
      .filter((one) => !known.has(one.requestId) && isChosen(one, this.#parameters))
    if (added.length > 0) this.entries.value = bounded([...added.toReversed(), ...before])
  }
}

/** Whether the list would show a request with these parameters. */
const isChosen = ({ key, path, status, ts }: Listed, sent: Parameters): boolean => {
  const { from = "", key: ofKey = "", path: within = "", status: of = "", to = "" } = sent as Record<string, string>
  const isOfStatus = of === "" || Number(of) === status || Number(of) === Math.floor(status / 100)
  const isInTime = (from === "" || ts > Number(from)) && (to === "" || ts < Number(to))
  return isOfStatus && isInTime && (ofKey === "" || key === ofKey) && path.includes(within)
}
