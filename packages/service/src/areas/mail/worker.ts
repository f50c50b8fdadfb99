/**
 * Sends the queued messages of all shops: those of this process's commits at once, and within seconds those that another
 * process committed or left behind. Shops take turns, and each keeps to its number of attempts in a minute.
 */
import { collections } from "@bottega/domain/areas"
import { Effect } from "effect"
import type { Worker } from "../../engine/background/worker.ts"
import { commitsTo } from "../../engine/commit/notices.ts"
import { backlogOf, name, oldestDue } from "./backlog.ts"
import { Run, type SlowOf } from "./run.ts"
import type { MailSettings } from "./settings.ts"

const { mailQueue } = collections

/** The worker that sends mail; without settings it writes messages out and keeps them. */
export const mailWorker = (settings: MailSettings | undefined, slowOf: SlowOf): Worker => {
  const ended: Record<string, number> = { sent: 0, kept: 0, failed: 0, retried: 0 }
  let isSuspect = false
  return {
    name,
    paceMs: 2000,
    pending: Effect.map(oldestDue, (due) => due !== undefined),
    notices: (storage) => commitsTo(storage, mailQueue),
    backlog: backlogOf(ended),
    run: (step, success) => {
      const run = new Run({ settings, slowOf, step, slots: isSuspect ? 1 : undefined }, ({ is, outage }) => {
        if (ended[is] !== undefined) ended[is]++
        if (outage !== undefined) isSuspect = true
        else if (is === "sent") isSuspect = false
      })
      return run.whole(success)
    }
  }
}
