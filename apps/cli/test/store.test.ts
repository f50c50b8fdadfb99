/** What a command says of a store that failed. */
import { Unavailable } from "@bottega/storage"
import { expect, test } from "vitest"
import { reasonOf } from "../src/store.ts"

test.each([
  ["its message", new Error("no answer."), "no answer"],
  ["the message of what caused it", new Error("", { cause: new Error("read ECONNRESET") }), "read ECONNRESET"],
  ["its code", Object.assign(new Error(""), { code: "ECONNRESET" }), "Error ECONNRESET"],
  ["its name", new TypeError(""), "TypeError"]
])("the reason of a failed store says %s", (_, cause, said) => {
  const reason = reasonOf(new Unavailable({ reason: "unreachable", cause }), "mongo")
  expect((reason as Error).message).toBe(`mongo cannot be opened: ${said}.`)
})
