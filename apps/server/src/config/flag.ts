/** A setting of `bottega serve`: one row from which its flag, its variable, its errors and its help are made. */
import { readFileSync } from "node:fs"
import { Result } from "effect"
import { readOptions } from "./command-line.ts"

/** A flag whose value is an `A`; one without a placeholder is a switch. */
export interface Flag<A> {
  readonly placeholder: string | undefined
  readonly description: string
  /** Reads the given text, or says what it must be. The text of a switch is `1`. */
  readonly read: (text: string) => Result.Result<A, string>
  /** The default value. */
  readonly otherwise: A
  /** True for a secret, which is read from the environment only, because others can see command lines. */
  readonly secret?: boolean
  /** True for a value that is or may contain a secret: it can also be read from the file that `BOTTEGA_NAME_FILE` names. */
  readonly inFile?: boolean
}

/** A table of flags by their names. */
export type Table = Readonly<Record<string, Flag<unknown>>>
/** The values of a table. */
export type Values<T extends Table> = { readonly [K in keyof T]: T[K]["otherwise"] }

/** A flag that takes a value. */
export const flag = <A>(placeholder: string, description: string, read: Flag<A>["read"], otherwise: A): Flag<A> => ({
  placeholder,
  description,
  read,
  otherwise
})
/** A flag without a value. */
export const off = (description: string): Flag<boolean> => ({
  placeholder: undefined,
  description,
  read: truth,
  otherwise: false
})
/** A value that is read from `BOTTEGA_NAME`, or from the file that `BOTTEGA_NAME_FILE` names. */
export const secret = (description: string, read: Flag<string | undefined>["read"]): Flag<string | undefined> => ({
  ...flag<string | undefined>("<text>", description, read, undefined),
  secret: true,
  inFile: true
})

/** Any text, as it is. */
export const text = (given: string): Result.Result<string, never> => Result.succeed(given)
/** A whole number within bounds, both included. */
export const between =
  (min: number, max: number) =>
  (given: string): Result.Result<number, string> =>
    /^\d{1,15}$/.test(given) && Number(given) >= min && Number(given) <= max
      ? Result.succeed(Number(given))
      : Result.fail(`must be a whole number from ${min} to ${max}`)
/** Seconds, fractions too, from 0 to a number. */
export const seconds =
  (max: number) =>
  (given: string): Result.Result<number, string> =>
    /^\d{1,9}(\.\d{1,3})?$/.test(given) && Number(given) <= max
      ? Result.succeed(Number(given))
      : Result.fail(`must be a number of seconds from 0 to ${max}`)
/** One of a few words. */
export const oneOf =
  <const W extends string>(...words: ReadonlyArray<W>) =>
  (given: string): Result.Result<W, string> =>
    words.includes(given as W) ? Result.succeed(given as W) : Result.fail(`must be one of ${words.join(", ")}`)
/** A text that matches a pattern. */
export const matching =
  (pattern: RegExp, sentence: string) =>
  (given: string): Result.Result<string, string> =>
    pattern.test(given) ? Result.succeed(given) : Result.fail(sentence)

const truths: Readonly<Record<string, boolean>> = { "1": true, true: true, "0": false, false: false }
const truth = (given: string): Result.Result<boolean, string> =>
  Object.hasOwn(truths, given) ? Result.succeed(truths[given]!) : Result.fail("must be 1 or 0")

/** The variable that a flag is also read from. */
export const variableOf = (name: string): string => `BOTTEGA_${name.toUpperCase().replaceAll("-", "_")}`

/** A given text, and the flag or variable that it comes from; `wrong` says why there is no text. */
export interface Given {
  readonly from: string
  readonly text: string
  readonly wrong?: string
}

/** The values of a table's flags from a command line and an environment; adds every mistake to `wrong`. */
export const givenTo = (
  table: Table,
  args: ReadonlyArray<string>,
  environment: Environment,
  wrong: Array<string>
): { readonly line: ReadonlyMap<string, Given>; readonly all: ReadonlyMap<string, Given> } => {
  const line = fromLine(table, args, wrong)
  const all = new Map<string, Given>()
  for (const [name, { inFile }] of Object.entries(table)) {
    const given = line.get(name) ?? fromEnvironment(variableOf(name), environment, inFile === true)
    if (given !== undefined) all.set(name, given)
  }
  return { line, all }
}

/** Variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

const fromEnvironment = (from: string, environment: Environment, inFile: boolean): Given | undefined => {
  const text = environment[from] || undefined
  const file = (inFile && environment[fileVariableOf(from)]) || undefined
  if (file === undefined) return text === undefined ? undefined : { from, text }
  const fromFile = fileVariableOf(from)
  if (text !== undefined) return { from, text: "", wrong: `and ${fromFile} are both set; set only one of them` }
  try {
    const content = readFileSync(file, "utf8").trim()
    return content === ""
      ? { from: fromFile, text: "", wrong: "names an empty file" }
      : { from: fromFile, text: content }
  } catch (error) {
    return { from: fromFile, text: "", wrong: `cannot be read: ${(error as Error).message}` }
  }
}

/** The variable that names a file with the value of another variable. */
export const fileVariableOf = (variable: string): string => `${variable}_FILE`

/** The given value of a flag, or the end of a sentence about what is wrong with it. */
export const readGiven = <A>({ read }: Flag<A>, { text, wrong }: Given): Result.Result<A, string> =>
  wrong === undefined ? read(text) : Result.fail(wrong)

/** A secret has no flag, because other users of the machine can see command lines. */
const fromLine = (table: Table, args: ReadonlyArray<string>, wrong: Array<string>): ReadonlyMap<string, Given> => {
  const known = Object.entries(table).flatMap(([name, { placeholder, secret }]) =>
    secret === true ? [] : [{ name, placeholder }]
  )
  const positional = (value: string) => void wrong.push(`${JSON.stringify(value)} is not expected.`)
  const options = readOptions(args, { kind: "a flag of serve", known, wrong, positional })
  return new Map([...options].map(([name, text]) => [name, { from: `--${name}`, text }]))
}

/** The valid values of a table; adds the other ones to `wrong`. */
export const valuesOf = <const T extends Table>(
  table: T,
  given: ReadonlyMap<string, Given>,
  wrong: Array<string>
): Values<T> => {
  const values: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(table)) {
    const one = given.get(name)
    const value = one === undefined ? Result.succeed(row.otherwise) : readGiven(row, one)
    if (Result.isSuccess(value)) values[name] = value.success
    else wrong.push(`${one!.from} ${value.failure}.`)
  }
  return values as Values<T>
}
