/** Names for requests, in their answers and in the log. */
import { randomBytes } from "node:crypto"

/** The name a sender gave its request, where that is a plain word; else a new one, unique over processes. */
export const requestIdOf = (given: string | ReadonlyArray<string> | undefined): string =>
  typeof given === "string" && plain.test(given) ? given : `${prefix}${(++last).toString(36)}`

const plain = /^[\w.-]{1,64}$/
const prefix = `${randomBytes(6).toString("hex")}-`
let last = 0
