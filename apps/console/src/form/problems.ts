/** What a refusal says of the fields of a form. */
import { errorIn } from "../call/error.ts"

/** The messages by the names of parameters: `item_id[0][price]`. */
export type Problems = Readonly<Record<string, string>>

/** The messages of a refusal. */
export const problemsIn = (cause: unknown): Problems =>
  Object.fromEntries((errorIn(cause)?.details ?? []).map(({ message, path }) => [path, message]))

/** The message of a field; one of its members, where the field is edited as a whole. */
export const problemAt = (problems: Problems, path: string, isWhole: boolean): string | undefined =>
  problems[path] ?? (isWhole ? Object.entries(problems).find(([one]) => one.startsWith(`${path}[`))?.[1] : undefined)

/** The fields that a form does not show, with their messages. */
export const problemsElsewhere = (
  problems: Problems,
  names: ReadonlyArray<string>
): ReadonlyArray<readonly [path: string, message: string]> =>
  Object.entries(problems).filter(([path]) => !names.some((name) => path === name || path.startsWith(`${name}[`)))
