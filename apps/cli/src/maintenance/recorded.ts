/** Records a run of a maintenance command in its store, unless the store must stay as it is. */
import { allCollections } from "@bottega/service"
import { type Run, recordRun } from "@bottega/service/maintenance"
import { ManagedRuntime } from "effect"
import type { Invocation } from "../command.ts"
import { say } from "../output.ts"
import { reasonOf } from "../store.ts"

/** Records a run, or says why it is not recorded; the run has succeeded either way. */
export const recorded = async (run: Run, { adapter, location }: Invocation["store"]): Promise<void> => {
  const runtime = ManagedRuntime.make(adapter.open(location, allCollections, { asIs: true }))
  try {
    await runtime.runPromise(recordRun(run))
  } catch (error) {
    say(`This run is not recorded in the store. ${(reasonOf(error, "It") as Error).message}`)
  } finally {
    await runtime.dispose()
  }
}
