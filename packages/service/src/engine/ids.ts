/**
 * The one place where new names come from: identifiers of entities, order numbers, secrets. Time comes from the
 * Effect clock, chance from the platform's own generator.
 */
import { hash, randomBytes, randomFillSync, timingSafeEqual } from "node:crypto"
import { Clock, Effect } from "effect"

/** A new ServiceID: eight hex digits for the second, sixteen of chance. */
export const serviceId: Effect.Effect<string> = Clock.clockWith((clock) =>
  Effect.sync(() => serviceIdAt(clock.currentTimeMillisUnsafe()))
)

/** A new ServiceID of a given instant, in milliseconds. */
export const serviceIdAt = (now: number): string => hex(Math.floor(now / 1000), 8) + chance(8)

let last = 0
/** The instant in microseconds, greater at each call of this process: the tail of an order's number. */
export const micros: Effect.Effect<number> = Clock.clockWith((clock) =>
  Effect.sync(() => (last = Math.max(last + 1, Number(clock.currentTimeNanosUnsafe() / 1000n))))
)

/** An order's number of a shop: `<group number>_` and the instant as 8 hex digits of seconds and 5 of microseconds. */
export const orderIdAt = (groupNumber: number, at: number): string =>
  `${groupNumber}_${hex(Math.floor(at / 1_000_000), 8)}${hex(at % 1_000_000, 5)}`

/** A key that sorts by time: 14 hex digits of microseconds and 8 of chance, so that processes do not meet. */
export const timeKey: Effect.Effect<string> = Effect.map(micros, (at) => hex(at, 14) + chance(4))

/** A secret of 32 bytes, as 64 hex digits. */
export const secret: Effect.Effect<string> = Effect.sync(() => randomBytes(32).toString("hex"))

/** What is kept of a secret, or of anything that is only compared: its SHA-256 in hex. */
export const digest = (text: string): string => hash("sha256", text, "hex")

/** Whether a text has a digest; takes the same time wherever they differ. */
export const fits = (text: string, kept: string): boolean =>
  timingSafeEqual(Buffer.from(digest(text)), Buffer.from(kept))

/** What is drawn for names is drawn 4 KB at a time: the platform takes 1.5 µs to be asked. Secrets are never part of it. */
const drawn = Buffer.alloc(4096)
let used = drawn.length
const chance = (bytes: number): string => {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  return drawn.toString("hex", used, (used += bytes))
}

// A big integer of this size is written four times as fast as the same number, 0.08 µs and 0.34.
const hex = (n: number, digits: number): string => (n > 0xffffffff ? BigInt(n) : n).toString(16).padStart(digits, "0")
