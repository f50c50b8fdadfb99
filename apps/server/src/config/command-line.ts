/**
 * Reads the command lines of `serve` and of every other command: splits them into positionals and options with their
 * values, and reports mistakes.
 */
import { parseArgs } from "node:util"
import { meant } from "./suggest.ts"

/** An option with the value that belongs to it, or a positional. */
export interface Token {
  readonly kind: "option" | "positional"
  readonly index: number
  readonly name: string
  /** As typed: `--status`, `-h`. */
  readonly rawName: string
  readonly value: string | undefined
}

/** An option that is known; without a placeholder it is a switch. */
export interface Known {
  readonly name: string
  readonly placeholder: string | undefined
}

/** How the options of a command are read. */
export interface Reading {
  /** What a known option is called: "an option of bottega", "a flag of serve". */
  readonly kind: string
  readonly known: ReadonlyArray<Known>
  /** One sentence for each mistake. */
  readonly wrong: Array<string>
  /** Receives each positional. */
  readonly positional: (value: string) => void
  /** Whether the word after an unknown option may be an area instead of its value. */
  readonly leads?: boolean
}

/** The options of a command line by their names; a switch that was given is `"1"`. */
export const readOptions = (args: ReadonlyArray<string>, reading: Reading): Map<string, string> => {
  const { kind, known, leads, positional, wrong } = reading
  const options = new Map<string, string>()
  for (const token of tokensOf(args, known, leads)) {
    const option = known.find(({ name }) => name === token.name)
    if (token.kind === "positional") positional(token.value!)
    else if (option === undefined) wrong.push(`${token.rawName} is not ${kind}${meant(token.name, names(known), "--")}`)
    else takeOption(options, option, token, wrong)
  }
  return options
}

/** Adds one option with its value, or reports a mistake. */
export const takeOption = (
  options: Map<string, string>,
  { name, placeholder }: Known,
  { value }: Token,
  wrong: Array<string>
): void => {
  if (placeholder === undefined) options.set(name, value ?? "1")
  else if (value === undefined) wrong.push(`--${name} needs a value: --${name} ${placeholder}.`)
  else if (options.has(name)) wrong.push(`--${name} is given twice.`)
  else options.set(name, value)
}

/** Leaves only those switches that are on: `--json=0` turns one off. Reports any value besides 1 and 0. */
export const settleSwitches = (
  options: Map<string, string>,
  known: ReadonlyArray<Known>,
  wrong: Array<string>
): void => {
  for (const { name, placeholder } of known) {
    const value = placeholder === undefined ? options.get(name) : undefined
    if (value === "0" || value === "false") options.delete(name)
    else if (value !== undefined && value !== "1" && value !== "true") wrong.push(`--${name} must be 1 or 0.`)
  }
}

/** The names of options. */
export const names = (all: ReadonlyArray<{ readonly name: string }>): ReadonlySet<string> =>
  new Set(all.map(({ name }) => name))

/**
 * The tokens of a command line. A 1 or 0 after a switch is its value. The word after an unknown option counts as its
 * value, unless `leads` says that it may be an area. An option that is followed by another one has no value.
 */
export const tokensOf = (
  args: ReadonlyArray<string>,
  known: ReadonlyArray<Known>,
  leads = false
): ReadonlyArray<Token> => {
  const kinds = new Map(known.map(({ name, placeholder }) => [name, placeholder === undefined ? "switch" : "value"]))
  const found: Array<Token> = []
  for (const token of rawTokens(args, known)) {
    const last = found.at(-1)
    const open = last?.kind === "option" && last.value === undefined && last.index === token.index - 1
    const kind = open ? kinds.get(last.name) : undefined
    if (token.kind === "option") {
      const next = token.value?.startsWith("--") === true && token.inlineValue === false
      if (next && kinds.has(token.value.slice(2).split("=", 1)[0]!))
        return [...found, { ...token, value: undefined }, ...later(token.index + 1, args, known, leads)]
      found.push({ ...token, value: token.value })
    } else if (token.kind === "positional" && open && (kind === undefined ? !leads : takes(kind, token.value))) {
      found.splice(-1, 1, { ...last, value: token.value })
    } else if (token.kind === "positional") found.push({ ...token, name: "", rawName: "" })
  }
  return found
}

const takes = (kind: string, value: string): boolean => kind === "switch" && ["0", "1", "true", "false"].includes(value)

const later = (from: number, args: ReadonlyArray<string>, known: ReadonlyArray<Known>, leads: boolean) =>
  tokensOf(args.slice(from), known, leads).map((token) => ({ ...token, index: token.index + from }))

const rawTokens = (args: ReadonlyArray<string>, known: ReadonlyArray<Known>) => {
  const options = Object.fromEntries(
    known.map(({ name, placeholder }) => [
      name,
      {
        type: placeholder === undefined ? ("boolean" as const) : ("string" as const),
        ...(name === "help" ? { short: "h" } : {})
      }
    ])
  )
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens
}
