import { Clock } from "effect"

/** The machine's clock, which no one moves: it is what other servers' times are compared with, and they compare with their own. */
export const machineClock = Clock.Clock.defaultValue()
