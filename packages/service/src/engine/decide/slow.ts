/** Slow work as a handler's preparation sees it: done in the one lane of the service, for the caller of this call. */
import { Overloaded } from "@bottega/domain/contract"
import { Context, type Effect } from "effect"
import type { Kind } from "../../slow/kind.ts"
import type { Lane } from "../../slow/lane.ts"
import type { NotDone } from "../../slow/not-done.ts"
import type { AdmittedCall } from "../admit/admitted.ts"
import { ownerOf, strangerFrom } from "../admit/owners.ts"

/** Does slow work for the caller, in its turn. */
export class Slow extends Context.Service<
  Slow,
  { readonly run: <In, Out>(kind: Kind<In, Out>, input: In) => Effect.Effect<Out, NotDone> }
>()("@bottega/service/Slow") {}

/** The slow work of an admitted call. */
export const slowFor = (lane: Lane, { caller }: AdmittedCall): Slow["Service"] => {
  const owner = ownerOf(caller) ?? strangerFrom("")
  return { run: (kind, input) => lane.run(kind, owner, input) }
}

/** The slow work of a worker for a shop, which waits behind that of no other shop. */
export const slowOfWorker = (lane: Lane, worker: string, shop: string): Slow["Service"] => {
  const owner = { shop, keySet: worker, weight: 0.25 }
  return { run: (kind, input) => lane.run(kind, owner, input) }
}

/** The refusal of a call whose slow work was not done. */
export const overloaded = ({ reason, retryAfter }: NotDone): Overloaded =>
  new Overloaded({ message: messages[reason], retryAfter })

const messages: Readonly<Record<NotDone["reason"], string>> = {
  full: "This key set has too much slow work waiting; try again later.",
  late: "Processing the request took too long; try again later, or send less.",
  crashed: "Processing the request was interrupted; try again later.",
  failed: "This request cannot be processed at this time; the operator finds the reason in the log.",
  closing: "The server is shutting down."
}

/**
 * The deadline of a preparation with slow work. It is a last resort: each job has its own deadline, and the work that a
 * key set may have waiting is bounded.
 */
export const slowDeadlineMs = 120_000
