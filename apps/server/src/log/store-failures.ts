/**
 * Logs the failures of the store: the first of each kind at once, the number of further ones once a minute. A failing disk
 * fails every request, and a line for each would bury the first.
 */
import type { Unavailable } from "@bottega/storage"
import type { Log } from "./log.ts"

/** The failures of a store so far. */
export interface StoreFailures {
  /** Logs or counts a failure. */
  readonly report: (failure: Unavailable, requestId?: string) => void
  /** Damage that was found and has not passed, if any. */
  readonly damage: () => Unavailable | undefined
  /** Records that damage has passed: the operation that found it succeeded when it was repeated. */
  readonly passed: (damage: Unavailable) => void
  /** Whether the store failed, and no write has succeeded since. */
  readonly isOpen: () => boolean
  /** Records that a write succeeded. */
  readonly settle: () => void
  /** Logs the current counts, and stops counting. */
  readonly stop: () => void
}

/** How often the failures of a kind are counted in a line, in milliseconds. */
const everyMs = 60_000

/** Starts without failures; costs nothing until there is one. */
export const watchStoreFailures = (log: Log): StoreFailures => {
  const kinds = new Map<string, Kind>()
  const damages = new Set<Unavailable>()
  let open = false
  let timer: NodeJS.Timeout | undefined
  const logCounts = () => {
    for (const [name, { count, said }] of kinds) {
      // A kind without a failure for a whole interval counts as new when it returns.
      if (count === 0) kinds.delete(name)
      else {
        log.error("the store failed again", { ...said, count, seconds: everyMs / 1000 })
        kinds.set(name, { count: 0, said })
      }
    }
    if (kinds.size === 0) timer = void clearInterval(timer)
  }
  return {
    report: (failure, requestId) => {
      if (failure.reason === "damaged" && damages.size < maxKinds) damages.add(failure)
      // A busy or full store still works.
      if (failure.reason !== "full" && failure.reason !== "busy") open = true
      const said = { reason: failure.reason, cause: causeOf(failure.cause) }
      const name = kinds.size < maxKinds ? JSON.stringify(said) : said.reason
      const known = kinds.get(name)
      if (known !== undefined) {
        known.count++
        return
      }
      kinds.set(name, { count: 0, said })
      log.error("the store failed", requestId === undefined ? said : { requestId, ...said })
      timer ??= setInterval(logCounts, everyMs).unref()
    },
    damage: () => damages.values().next().value,
    passed: (damage) => void damages.delete(damage),
    isOpen: () => open,
    settle: () => void (open = false),
    stop: () => {
      clearInterval(timer)
      for (const { count, said } of kinds.values())
        if (count > 0) log.error("the store failed again", { ...said, count })
      kinds.clear()
    }
  }
}

/** A kind of failure, and how often it happened since it was last logged. */
interface Kind {
  count: number
  readonly said: { readonly reason: string; readonly cause: string }
}

/** Beyond this number of kinds, failures are distinguished by their reason alone. */
const maxKinds = 50

/** The messages of an error and its causes, with their codes, and without the passwords of connection strings. */
const causeOf = (cause: unknown, depth = 0): string => {
  if (!(cause instanceof Error)) return withoutPassword(String(cause)).slice(0, maxCharacters)
  const { code, errcode } = cause as Error & { readonly code?: unknown; readonly errcode?: unknown }
  const named = [code, errcode].filter((one) => one !== undefined).join(" ")
  const beneath = cause.cause === undefined || depth > 3 ? "" : ` <- ${causeOf(cause.cause, depth + 1)}`
  return `${withoutPassword(cause.message).slice(0, maxCharacters)}${named === "" ? "" : ` (${named})`}${beneath}`
}

const maxCharacters = 1000

/** Each address is read once, up to its end, whether it has a login or not: what a database says may be long. */
const withoutPassword = (text: string): string =>
  text.replaceAll(/:\/\/[^\s"']+/g, (address) => {
    const at = address.lastIndexOf("@")
    return at < 0 ? address : `://[redacted]${address.slice(at)}`
  })
