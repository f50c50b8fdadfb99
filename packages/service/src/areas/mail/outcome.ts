/** Where a queued message goes, and what became of it. */
import type { Sender } from "../../outbound/mail/sender.ts"

/** Where messages are sent. */
export interface Outlet {
  readonly sender: Pick<Sender, "send">
  /** The address that all mail is from. */
  readonly from: string
}

/**
 * What became of a message. `retried` waits for another attempt, `gone` was removed or is no longer queued, and `postponed`
 * could not be written out yet. `outage` is what the server said where it takes no messages at all.
 */
export interface Outcome {
  readonly is: "sent" | "kept" | "failed" | "retried" | "gone" | "postponed"
  readonly outage?: string
}
