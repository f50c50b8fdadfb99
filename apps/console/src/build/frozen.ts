/** What replaces modules in a browser: those that compute from the contract by their values, so that no schema reaches it. */
import { join } from "node:path"
import { tags } from "@bottega/client/routes"
import type { Plugin } from "rolldown"
import { operations } from "../contract/operations.ts"
import { statuses } from "../contract/statuses.ts"

/** A browser parses a text of JSON faster than the same as a program. */
const asJson = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

const values: ReadonlyArray<readonly [end: string, source: () => string]> = [
  ["console/src/contract/operations.ts", () => `export const operations = ${asJson(operations)}`],
  ["console/src/contract/statuses.ts", () => `export const statuses = ${asJson(statuses)}`],
  // The client's routes are parts of the operations. What lists consist of is not checked: the console is of its own server's version.
  [
    "client/src/routes.ts",
    () => `import { operations } from ${JSON.stringify(path("../contract/operations.ts"))}
export const routes = operations.map((one) => ({ ...one, kind: one.output.kind }))
export const tags = ${asJson(tags)}`
  ],
  // Only the errors of Node and OpenSSL need words of ours.
  [
    "domain/src/contract/no-answer.ts",
    () => 'export const whyNoAnswer = (error) => String(error?.message ?? error).replace(/\\.$/, "")'
  ]
]

const path = (relative: string): string => join(import.meta.dirname, relative)

/** Replaces them. */
export const frozen: Plugin = {
  name: "frozen",
  load: (id) => {
    const [, source] = values.find(([end]) => id.replaceAll("\\", "/").endsWith(end)) ?? []
    return source === undefined ? null : source()
  }
}
