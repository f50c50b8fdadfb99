/** How V8 keeps the objects of a server's calls in memory. */
import { setFlagsFromString } from "node:v8"

/**
 * Allocates the objects of calls among the young ones. V8 would otherwise allocate those of which most outlive a short
 * collection, as those of calls that wait for the disk do, among the old ones, where they keep their calls in memory until
 * the next long collection. See docs/decisions/0425.
 */
export const allocateYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")
