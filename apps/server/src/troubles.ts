/**
 * The failures of the store, as the log tells them: the first of each kind at once, further ones counted once a minute. A disk
 * that fails fails every request, and a line for each would bury the first.
 */
import type { Unavailable } from "@bottega/storage"
import type { Log } from "./log.ts"

/** What is known of the store's failures. */
export interface Troubles {
  /** Logs or counts a failure. */
  readonly report: (failure: Unavailable, requestId?: string) => void
  /** Damage that was met: it stays until the process ends. */
  readonly damage: () => Unavailable | undefined
  /** Whether the store failed, and no write has gone through since. */
  readonly isOpen: () => boolean
  /** Says that a write went through. */
  readonly settle: () => void
  /** Logs what is counted so far, and counts no further. */
  readonly stop: () => void
}

/** Begins to watch; without a failure it costs nothing. */
export const makeTroubles = (log: Log, everyMs = 60_000): Troubles => {
  const kinds = new Map<string, Kind>()
  let damage: Unavailable | undefined
  let open = false
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    for (const [name, { count, said }] of kinds) {
      // A kind that has not been met for a whole interval is new when it comes again.
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
      if (failure.reason === "damaged") damage ??= failure
      // Who finds others writing, or no room to write, has a store that works.
      if (failure.reason !== "full" && failure.reason !== "busy") open = true
      const said = { reason: failure.reason, cause: causeOf(failure.cause) }
      const name = kinds.size < mostKinds ? JSON.stringify(said) : said.reason
      const known = kinds.get(name)
      if (known !== undefined) {
        known.count++
        return
      }
      kinds.set(name, { count: 0, said })
      log.error("the store failed", requestId === undefined ? said : { requestId, ...said })
      timer ??= setInterval(tell, everyMs).unref()
    },
    damage: () => damage,
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

/** A kind of failure, and how often it was met since it was logged last. */
interface Kind {
  count: number
  readonly said: { readonly reason: string; readonly cause: string }
}

/** More kinds than these are told apart by their reason alone. */
const mostKinds = 50

/** What an error and those beneath it say, with their codes; a connection string in it shows no password. */
const causeOf = (cause: unknown, depth = 0): string => {
  if (!(cause instanceof Error)) return withoutPassword(String(cause)).slice(0, mostCharacters)
  const { code, errcode } = cause as Error & { readonly code?: unknown; readonly errcode?: unknown }
  const named = [code, errcode].filter((one) => one !== undefined).join(" ")
  const beneath = cause.cause === undefined || depth > 3 ? "" : ` <- ${causeOf(cause.cause, depth + 1)}`
  return `${withoutPassword(cause.message).slice(0, mostCharacters)}${named === "" ? "" : ` (${named})`}${beneath}`
}

const mostCharacters = 1000

const withoutPassword = (text: string): string => text.replaceAll(/:\/\/[^\s"']*@/g, "://[redacted]@")
