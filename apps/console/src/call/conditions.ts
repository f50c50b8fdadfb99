/** What is not as usual in this shop: calls that fail on purpose, and a clock that is moved. */
import { signal } from "@preact/signals"
import { call, operationsById, type Parameters } from "./client.ts"
import { errorIn } from "./error.ts"
import { mayCall, shop, state } from "./session.ts"

/** A rule by which calls fail. */
export interface Fault {
  readonly id: string
  readonly shop: string | null
  readonly key: string | null
  readonly operation: string | null
  readonly nth: number | null
  readonly status: number | null
  readonly delay_ms: number | null
  readonly probability: number
  readonly drop: 0 | 1
  readonly when: "before" | "after"
  readonly hits: number
}

/** The rules for this shop, the oldest first. */
export const faults = signal<ReadonlyArray<Fault>>([])
/** What the clock shows; undefined where it cannot be moved. */
export const clock = signal<{ readonly now: string; readonly offset_seconds: number } | undefined>(undefined)

/** Whether the server has the operations of the workbench, which needs a flag; undefined until it is known. */
export const hasWorkbench = signal<boolean>()

/** Whether a rule has changed the one call that it was for. */
export const isSpent = ({ hits, nth }: Fault): boolean => nth !== null && hits > 0

/** Asks for both again. Without --workbench there is neither operation: no call fails, the clock is the system's, and nothing is asked again. */
export const look = async (): Promise<unknown> => {
  if (hasWorkbench.value === false) return
  const id = shop.value?.id
  // Rules for all shops are the operator's, and hold here too.
  const isOperator = state.value.kind === "in" && state.value.session.role === "operator"
  return Promise.all([
    ask("faults.list", isOperator ? { shop: undefined } : {}, (data, failure) => {
      if (data !== undefined) hasWorkbench.value = true
      else if (errorIn(failure)?.type === "not_found") hasWorkbench.value = false
      const all = Array.isArray(data) ? (data as ReadonlyArray<Fault>) : []
      faults.value = all.filter((one) => one.shop === null || one.shop === id)
    }),
    ask("clock.read", {}, (data) => {
      clock.value = data as typeof clock.value
    })
  ])
}

const ask = async (
  id: string,
  parameters: Parameters,
  show: (data: unknown, failure?: unknown) => void
): Promise<void> => {
  const operation = operationsById.get(id)
  if (operation === undefined || !mayCall(operation)) return
  await call(operation, parameters, { retries: 0 }).then(
    ({ data }) => show(data),
    (failure) => show(undefined, failure)
  )
}

/** Removes the rules; those that someone else removed meanwhile are gone too. */
export const removeFaults = async (gone: ReadonlyArray<Fault>): Promise<void> => {
  const remove = operationsById.get("faults.remove")!
  await Promise.allSettled(gone.map(({ id }) => call(remove, { id })))
  await look()
}

/** Returns the clock to real time. */
export const resetClock = async (): Promise<void> => {
  await call(operationsById.get("clock.reset")!)
  await look()
}
