/** Ids of requests, in their answers and in the log. */
import { randomBytes } from "node:crypto"
import type { Redaction } from "@bottega/service"

/**
 * The id that a sender gave its request, if it is a plain word and not a secret; otherwise a new one, unique over
 * processes.
 */
export const requestIdOf = (given: string | ReadonlyArray<string> | undefined, { redacted }: Redaction): string =>
  typeof given === "string" && plain.test(given) && redacted(given) === given
    ? given
    : `${prefix}${(++last).toString(36)}`

const plain = /^[\w.-]{1,64}$/
let prefix = `${randomBytes(6).toString("hex")}-`
let last = 0

/** Makes the same ids at each start of a process, from a seed. */
export const seedRequestIds = (seed: number): void => {
  prefix = `${seed}-`
  last = 0
}
