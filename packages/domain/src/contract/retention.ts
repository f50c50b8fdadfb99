/** How long documents are kept: what the operator can set, and the keys of an instant. See `Retention` of a collection. */

/** The retention that the operator can set, in days. */
export interface RetentionDays {
  /** Events, after all their deliveries. */
  readonly events: number
  /** Movements of stock; older ones become one opening entry for each SKU. */
  readonly ledger: number
  /** Messages to customers, with their texts. */
  readonly mail: number
}

/** The default retention, in days. */
export const defaultKeep: RetentionDays = { events: 30, ledger: 400, mail: 90 }

/** What {@link isDays} accepts, as the end of a sentence. */
export const daysRule = "must be a number of days above 0 and below 100000, with or without a fraction"

/** Whether a retention can be this number of days. */
export const isDays = (days: unknown): boolean => typeof days === "number" && days > 0 && days < 100_000

/** How many documents of a shop are kept at most; without a number, all that are young enough. */
export interface RetentionCounts {
  /** Changes with events. */
  readonly events?: number | undefined
}

/** The retention of an installation, in milliseconds. */
export interface RetentionPeriodsMs {
  readonly events: number
  readonly ledger: number
  readonly mail: number
  /** How long a count of calls can still affect a limit. */
  readonly counts: number
}

/** A day, in milliseconds. */
export const dayMs = 86_400_000

/** The lowest key at an instant (unix milliseconds), for keys that begin with 14 hex digits of microseconds. */
export const timeKeyAt = (instant: number): string =>
  Math.floor(Math.max(0, instant) * 1000)
    .toString(16)
    .padStart(14, "0")

/**
 * When something was made or happened, in unix milliseconds, whose key begins with microseconds in that form, or has them after its
 * last slash; `undefined` for another key.
 */
export const timeOfKey = (key: string | number): number | undefined => {
  const at = Number.parseInt(String(key).split("/").at(-1)!.slice(0, 14), 16) / 1000
  return Number.isNaN(at) ? undefined : at
}
