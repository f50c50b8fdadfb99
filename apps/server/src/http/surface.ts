/** The surface that one listener serves: the operations of shops, or the operator's control surface. */
import type { Any } from "@bottega/domain/contract"

/** The surface of a listener; the control surface includes `/metrics`. Undefined means everything. */
export type Surface = Any["surface"] | undefined

/** Whether a listener serves the operations of a surface. */
export const isServed = (served: Surface, surface: Any["surface"]): boolean =>
  served === undefined || (served === "control") === (surface === "control")

/** Whether a listener serves a page: the metrics and the console are of the control surface, all others are served everywhere. */
export const isShown = (served: Surface, path: string): boolean =>
  !["/metrics", "/console", "/console/:file"].includes(path) || isServed(served, "control")
