/** Reads the parameters of a call by its endpoint's schema and rules, and reports all problems together. */
import { type Entry, invalid, Problems, type Reader, truncated } from "@bottega/domain/contract"
import type { Node, ParsedForm } from "@bottega/domain/form"
import { Effect } from "effect"

/** The parameters, or the refusal that names each problem by the sender's own spelling. */
export const readInput = (operation: Entry & Reader, sent: ReadonlyArray<ParsedForm>, trees: ReadonlyArray<Node>) => {
  const problems = Problems.of(sent.map((parsed) => parsed.problems))
  const value = problems.fault === undefined ? operation.read(trees, problems) : {}
  if (problems.fault !== undefined) return Effect.fail(invalid([problems.fault]))
  const findings = operation.endpoint.rules(value)
  if (problems.wrong === 0 && findings.every(({ mayBeStored }) => mayBeStored)) return Effect.succeed(value)
  const wrong = new Set(problems.details.map(({ path }) => path))
  for (const { at, message, without = [] } of findings) {
    // Spelling a name costs more than counting it, so only reported names are spelt.
    const paths = problems.hasRoom ? [at, ...without].map((one) => truncated(operation.spell(trees, one))) : []
    // A parameter of the wrong type is reported once, for that.
    if (!paths.some((path) => wrong.has(path))) problems.add(paths[0] ?? "", message)
  }
  return problems.wrong === 0 ? Effect.succeed(value) : Effect.fail(invalid(problems))
}
