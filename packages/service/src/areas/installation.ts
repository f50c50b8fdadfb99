/** Handles calls for the status of the installation; `installation/` counts what waits to be sent. */
import { type areas, collections } from "@bottega/domain/areas"
import type { Input } from "@bottega/domain/contract"
import { docOf, maxRows } from "@bottega/storage"
import { Clock, Effect } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { installation } from "../engine/decide/change.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { records } from "../engine/records.ts"
import { ShiftedClock } from "./clock/process-clock.ts"
import { isoOf, waiting, waitingIn } from "./installation/waiting.ts"
import { shopOf } from "./shops.ts"

const { lastRuns } = collections

type Asked = Input<typeof areas.installation.endpoints.status>

export const handlers: Handlers<typeof areas.installation> = {
  status: Effect.fnUntraced(function* ({ shop }: Asked) {
    const { session } = yield* Operator
    if (shop !== undefined) yield* shopOf(shop)
    const ofAll = session?.person === undefined ? yield* ofInstallation : { backup: null, doctor: null, workers: null }
    const { deliveries, mail } = yield* shop === undefined ? waiting : waitingIn(shop)
    const { backup, doctor, workers } = ofAll
    return { backup, doctor, mail, deliveries, workers, version: manifest.version, clock: yield* clock }
  })
}

/** What only the operator sees: it is of all shops. */
const ofInstallation = Effect.gen(function* () {
  const { within } = yield* Operator
  const find = within(installation)
  const runs = (yield* find(lastRuns, { limit: maxRows })).map((row) => docOf(lastRuns, row))
  const backup = runs.find((run) => run.command === "backup")
  const doctor = runs.find((run) => run.command === "doctor")
  const workers = (yield* find(records.workers, { limit: maxRows })).map((row) => docOf(records.workers, row))
  return {
    backup: backup === undefined ? null : { at: isoOf(backup.at), file: backup.file },
    doctor: doctor === undefined ? null : { at: isoOf(doctor.at), faults: doctor.faults },
    workers: workers.map(({ at, failed, name }) => ({
      name,
      last_run_at: at === null ? null : isoOf(at),
      last_failure: failed === null ? null : { at: isoOf(failed.at), reason: failed.reason }
    }))
  }
})

/** What the clock of this process shows. */
const clock = Clock.clockWith((clock) => {
  const offsetMs = clock instanceof ShiftedClock ? clock.process.offsetMs : 0
  return Effect.succeed({ now: isoOf(clock.currentTimeMillisUnsafe()), offset_seconds: offsetMs / 1000 })
})
