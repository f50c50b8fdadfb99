/** How routes ask the service who calls, and which question a read is. */

import type { IncomingMessage } from "node:http"
import type { AdmittedCall, Operation, Service } from "@bottega/service"
import { Clock, Context, type Effect, Exit } from "effect"

/** The clock of effects that run here, by which a known caller is admitted at once. */
export const clock = Context.get(Context.empty(), Clock.Clock)

/** The admission of a call, which may be over already. */
export type Admission = ReturnType<Service["admit"]>
type Over<A extends Admission> =
  A extends Effect.Effect<infer Admitted, infer Refused> ? Exit.Exit<Admitted, Refused> : never

/** Whether an admission is over, and not an effect that is still to be run. */
export const isOver = (admission: Admission | Over<Admission>): admission is Over<Admission> => Exit.isExit(admission)

/** Keeps the admission of a request that was counted before its route was found. */
const counted = Symbol("counted")
type Counted = IncomingMessage & { [counted]?: Admission }

/** Keeps an admission for the route of its request, so that the call is not counted twice. */
export const keepAdmission = (request: IncomingMessage, admission: Admission): void => {
  const one: Counted = request
  one[counted] = admission
}

/** The admission that was kept. */
export const keptAdmission = (request: IncomingMessage): Admission | undefined => (request as Counted)[counted]

/** The parts of a request that decide about its answer, beside its caller. */
interface Asked {
  /** The beginning of addresses in the answer. */
  readonly base: string
  readonly query: string
}

/** The complete question of a read, if its answer may be repeated. */
export const questionOf = ({ id }: Operation, { base, query }: Asked, { caller }: AdmittedCall): string | undefined =>
  typeof caller === "string" || !("keySet" in caller) ? undefined : `${caller.keySet.id} ${id} ${base} ${query}`
