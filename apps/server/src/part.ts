/** The part of a service that one listener serves: each of its operations is of a shop, or of the operator's control surface. */
import type { Any } from "@bottega/domain/contract"

/** What a listener serves; the control surface has `/metrics` beside it. Undefined is everything. */
export type Part = Any["surface"] | undefined

/** Whether a listener of this part serves what is of a surface. */
export const isServed = (part: Part, surface: Any["surface"]): boolean => part === undefined || part === surface

/** Whether a listener of this part shows a display: the metrics are the operator's, all others are shown everywhere. */
export const isShown = (part: Part, path: string): boolean => path !== "/metrics" || isServed(part, "control")
