/** The surface that one listener serves: the operations of shops, or the operator's control surface. */
import type { Any } from "@bottega/domain/contract"

/** What a listener serves; the control surface has `/metrics` beside it. Undefined is everything. */
export type Surface = Any["surface"] | undefined

/** Whether a listener of one surface serves what belongs to a surface. */
export const isServed = (served: Surface, surface: Any["surface"]): boolean =>
  served === undefined || (served === "control") === (surface === "control")

/** Whether a listener of one surface shows a page: the metrics are the operator's, all others are shown everywhere. */
export const isShown = (served: Surface, path: string): boolean => path !== "/metrics" || isServed(served, "control")
