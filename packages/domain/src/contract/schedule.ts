/** When something that is sent to another server is tried again after a failure. */

/** The waiting times before the retries, in seconds: nine within some four days. */
export const retryDelaysSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** The share by which a delay differs at most, so that what failed together is not tried together. */
const jitter = 0.1

/**
 * Milliseconds until the retry after so many failures, or `undefined` after the last one. `chance` is a random number from
 * 0 to 1.
 */
export const retryDelayMs = (failures: number, chance: number): number | undefined => {
  const seconds = retryDelaysSeconds[failures - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance))
}
