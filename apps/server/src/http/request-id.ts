/** Names for requests, in their answers and in the log. */
import { randomBytes } from "node:crypto"
import type { Redaction } from "../log/redaction.ts"

/** The name a sender gave its request, where that is a plain word and no secret; else a new one, unique over processes. */
export const requestIdOf = (given: string | ReadonlyArray<string> | undefined, { redacted }: Redaction): string =>
  typeof given === "string" && plain.test(given) && redacted(given) === given
    ? given
    : `${prefix}${(++last).toString(36)}`

const plain = /^[\w.-]{1,64}$/
const prefix = `${randomBytes(6).toString("hex")}-`
let last = 0
