/** An operation in Markdown: its call, parameters, answer, refusals and an example. */
import { answerOf, type Entry, fieldsOf, pathOf } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import { exampleOf } from "../openapi/examples.ts"
import { descriptionOf } from "../openapi/operation.ts"
import { refusalsOf } from "../openapi/refusals.ts"
import { answerItems, parameterItems, wholeOf } from "./shape.ts"

/** The section of an operation. */
export const operationText = ({ endpoint, id }: Entry, policies: Policies): string => {
  const parameters = parameterItems(fieldsOf(endpoint))
  const answer = answerItems(answerOf(endpoint))
  return [
    `## ${id}`,
    `\`${endpoint.method} ${pathOf(endpoint)}\``,
    endpoint.summary,
    descriptionOf(endpoint, policies),
    ...listed("Parameters", parameters),
    ...(endpoint.answer === "bytes"
      ? [`Answer: a file of the type ${endpoint.media.join(", ")}.`]
      : [`Answer: ${wholeOf(answerOf(endpoint))}.`, ...listed("Fields of the answer", answer)]),
    `Refusals: ${refusalsOf(endpoint)
      .map(({ kind }) => `\`${kind.type}\` (${kind.status})`)
      .join(", ")}.`,
    ...exampleText(id, endpoint.answer === "bytes")
  ].join("\n\n")
}

const listed = (title: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? [] : [`${title}:`, items.join("\n")]

const exampleText = (id: string, isFile: boolean): ReadonlyArray<string> => {
  const example = exampleOf(id)
  if (example === undefined) return []
  const answer = isFile ? [] : ["and its answer:", fenced(example.answer)]
  return ["An example of its parameters", fenced(example.parameters), ...answer]
}

const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``
