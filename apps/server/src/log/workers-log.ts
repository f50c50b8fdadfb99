/** Logs background work. */
import type { SuperviseOptions } from "@bottega/service"
import { causeOf, type Log } from "./log.ts"

/** Logs the failures of workers, and their recoveries. */
export const workersLog = (log: Log): SuperviseOptions => ({
  onFailure: (cause, worker) => log.error("worker failed", { worker, cause: causeOf(cause, log.redacted) }),
  onRecovery: (worker, failures) => log.info("worker recovered", { worker, failures })
})
