/**
 * The pages by which a supervisor decides whether a server lives. It ends a server that does not answer them, so they
 * are answered under any load. See docs/decisions/0456.
 */

/** Their paths, without a prefix. */
export const vitalPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

/** Whether a request's target is one of them, on a server without a prefix. */
export const namesVital = (target: string): boolean => vitalPaths.has(target.split("?", 1)[0]!)
