/** Ids in the service's own forms, made as cheaply as they can be. */
import { randomFillSync } from "node:crypto"

let last = 0
/** The current instant in microseconds, greater at each call; by the millisecond, two programs would make the same ids. */
export const micros = (): number =>
  (last = Math.max(last + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000)))

/** The number of an order. */
export const orderIdAt = (at: number): string => `1_${hex(Math.floor(at / 1_000_000), 8)}${hex(at % 1_000_000, 5)}`

/** A key that sorts by time. */
export const timeKey = (): string => hex(micros(), 14) + chance(4)

/** A ServiceID. */
export const serviceId = (): string => hex(Math.floor(Date.now() / 1000), 8) + chance(8)

const drawn = Buffer.alloc(4096)
let used = drawn.length
const chance = (bytes: number): string => {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  return drawn.toString("hex", used, (used += bytes))
}

// A big integer of this size formats four times as fast as the same number.
const hex = (n: number, digits: number): string => (n > 0xffffffff ? BigInt(n) : n).toString(16).padStart(digits, "0")
