/** A call that was admitted: who makes it, and where its limits are. */
import type { Identity } from "./identity.ts"
import type { LimitPosition } from "./limits.ts"
import type { OpenSession } from "./signed-in.ts"

/** A call that was admitted. */
export interface AdmittedCall {
  /** The instant of admission, in milliseconds. */
  readonly now: number
  readonly caller: Identity
  readonly standings: ReadonlyArray<LimitPosition>
  /** The session with which it is made, if it is. */
  readonly session?: OpenSession
  /** Whether it is known that no rule for faults on purpose existed after the call began. */
  readonly isFaultless?: boolean
}
