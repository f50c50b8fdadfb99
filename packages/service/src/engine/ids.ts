/**
 * The one place that makes new identifiers: ids of entities, order numbers, secrets. Time comes from the Effect clock,
 * randomness from the platform's own generator, or from a seed.
 */
import { hash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto"
import { Clock, Effect } from "effect"

/** A new ServiceID: eight hex digits for the second and sixteen random ones. */
export const serviceId: Effect.Effect<string> = Clock.clockWith((clock) =>
  Effect.sync(() => serviceIdAt(clock.currentTimeMillisUnsafe()))
)

/** A new ServiceID of a given instant, in milliseconds. */
export const serviceIdAt = (now: number): string => hex(Math.floor(now / 1000), 8) + chance(16)

/**
 * The last instants, in microseconds. Keys by time are made beside the calls too, and again for a commit that came too late, so they
 * have an instant and a chance of their own: what a call numbers does not depend on them.
 */
const last = { ids: 0, keys: 0 }

/** The current instant in microseconds, greater at each call in this process. */
const micros = (of: keyof typeof last): Effect.Effect<number> =>
  Clock.clockWith((clock) =>
    Effect.sync(() => (last[of] = Math.max(last[of] + 1, Number(clock.currentTimeNanosUnsafe() / 1000n))))
  )
const microsOfKeys = micros("keys")

/** Lets the instants of new ids be later than this one, in milliseconds. */
export const raiseInstants = (ms: number): void => {
  last.ids = Math.max(last.ids, ms * 1000)
  last.keys = Math.max(last.keys, ms * 1000)
}

/**
 * The current instant in microseconds, greater at each call in this process: the tail of an order's number. As a date it is the clock's
 * own instant if that is more than a second behind: after the clock was set back, new ids stay ahead, so that none repeats, but dates
 * follow the clock.
 */
export const instant: Effect.Effect<{ readonly id: number; readonly date: number }> = Effect.flatMap(
  micros("ids"),
  (id) =>
    Clock.clockWith((clock) => {
      const now = Number(clock.currentTimeNanosUnsafe() / 1000n)
      return Effect.succeed({ id, date: id - now > 1_000_000 ? now : id })
    })
)

/** The number of an order: `<group number>_`, then 8 hex digits of the seconds and 5 of the microseconds. */
export const orderIdAt = (groupNumber: number, at: number): string =>
  `${groupNumber}_${hex(Math.floor(at / 1_000_000), 8)}${hex(at % 1_000_000, 5)}`

/** A key that sorts by time: 14 hex digits of microseconds and 8 random ones, so that processes do not collide. */
export const timeKey: Effect.Effect<string> = Effect.map(microsOfKeys, (at) => hex(at, 14) + chance(8, "keys"))

/** A {@link timeKey} of an event of a shop that is higher than other keys, of processes whose clocks may be ahead of this one's. */
export const eventKey = (shop: string, ...after: ReadonlyArray<string>): Effect.Effect<string> =>
  Effect.map(microsOfKeys, (now) => {
    const at = Math.max(now, ...after.map((key) => microsOf(key) + 1), (ahead.get(shop) ?? 0) + 1)
    ahead.delete(shop)
    if (at > now) ahead.set(shop, at)
    if (ahead.size > maxAhead) ahead.delete(ahead.keys().next().value!)
    return hex(at, 14) + chance(8, "keys")
  })

/** The last keys of shops whose keys are ahead of this process's clock, in microseconds. */
const ahead = new Map<string, number>()
const maxAhead = 10_000

/** The instant of such a key, in microseconds; 0 for another text. */
export const microsOf = (key: string): number => Number.parseInt(key.slice(0, 14), 16) || 0

/** Draws bytes from a seed, for identifiers and for keys by time. */
let drawn: Readonly<Record<keyof typeof last, (bytes: number) => Buffer>> | undefined

/**
 * Draws everything random in new identifiers from a seed from now on, so that a process makes the same ones at each start. A person who
 * knows the seed knows every secret, so this is for development.
 */
export const seedIds = (seed: number): void => {
  const from = (text: string) => {
    let draws = 0
    return (bytes: number) => hash("sha256", `${text} ${draws++}`, "buffer").subarray(0, bytes)
  }
  drawn = { ids: from(`${seed}`), keys: from(`keys ${seed}`) }
}

const drawnBytes = (bytes: number): Buffer => drawn?.ids(bytes) ?? randomBytes(bytes)

/** Names a process among all that ever were, also where ids come from a seed. */
export const newProcessId = (): string => randomUUID().slice(24)

/** A secret of 32 bytes, as 64 hex digits. */
export const secret: Effect.Effect<string> = Effect.sync(() => drawnBytes(32).toString("hex"))

/** A secret that signs calls to another server, as Standard Webhooks writes it: `whsec_` and the base64 of 32 bytes. */
export const newSigningSecret = (): string => `whsec_${drawnBytes(32).toString("base64")}`
/** The same as an effect. */
export const signingSecret: Effect.Effect<string> = Effect.sync(newSigningSecret)

/** The SHA-256 in hex, stored instead of a secret or of any text that is only compared. */
export const digest = (text: string): string => hash("sha256", text, "hex")

/** Whether a text has a digest, compared in constant time. */
export const matchesDigest = (text: string, kept: string): boolean =>
  timingSafeEqual(Buffer.from(digest(text)), Buffer.from(kept))

/**
 * Up to 20 random hex digits: those of a UUID that are neither its version nor its variant. The platform draws UUIDs many at
 * once, which takes a quarter of a microsecond each; any other call takes more than one.
 */
const chance = (digits: number, of: keyof typeof last = "ids"): string => {
  if (drawn !== undefined) return drawn[of](10).toString("hex").slice(0, digits)
  const uuid = randomUUID()
  // The last group of a UUID has twelve.
  return digits <= 12 ? uuid.slice(24, 24 + digits) : uuid.slice(24) + uuid.slice(0, digits - 12)
}

// A big integer of this size formats four times as fast as the same number: 0.08 µs against 0.34 µs.
const hex = (n: number, digits: number): string => (n > 0xffffffff ? BigInt(n) : n).toString(16).padStart(digits, "0")
