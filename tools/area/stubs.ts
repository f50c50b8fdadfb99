/** The text of a new area's other files: handlers, suite, changeset. What is not written yet fails with its name. */
import { type Named, typeOf } from "./declaration.ts"
import type { Declared } from "./operations.ts"

/** The file of an area in service. */
export const handlers = ({ area }: Named, operations: ReadonlyArray<Declared>): string =>
  `/** Handles calls on ${area}. */
import type { areas } from "@bottega/domain/areas"
import { Effect } from "effect"
import type { Handlers } from "../engine/decide/handler.ts"

const unwritten = (what: string) => Effect.die(new Error(\`\${what} is to be written.\`))

export const handlers: Handlers<typeof areas.${area}> = {
${operations.map(({ name }) => `  ${name}: () => unwritten("The handler ${area}.${name}")`).join(",\n")}
}
`

const subjectOf = (area: string, { name, parameters }: Declared): string => {
  const isFree = parameters.every(({ required }) => required === false)
  return `    ${name}: { given: () => ${isFree ? "({})" : `unwritten("A call of ${area}.${name}")`} }`
}

/** The file of an area in conformance. */
export const suite = ({ area, noun }: Named, operations: ReadonlyArray<Declared>): string => {
  const subjects = operations.map((one) => subjectOf(area, one)).join(",\n")
  return `/** ${typeOf(noun)}s: to be written. */
import { it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"

const unwritten = (what: string): never => {
  throw new Error(\`\${what} is to be written.\`)
}

const promises = suite("${area}", () => {
  it("are read as they were made", () => unwritten("The suite of ${area}"))
})

export const ${area}: Covered<"${area}"> = {
  suite: promises,
  subjects: {
${subjects}
  }
}
`
}

/** The changeset of a new area. */
export const changeset = ({ area, noun }: Named): string => `---
"@bottega/cli": minor
"@bottega/client": minor
"@bottega/domain": minor
"@bottega/server": minor
"@bottega/service": minor
---

${typeOf(noun)}s (\`/${area}/*\`): to be written.
`
