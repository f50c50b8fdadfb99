/** Cuts a command line into options with their values and positionals, by what is known of its options. */
import { parseArgs } from "node:util"

/** An option with the value that belongs to it, or a positional. */
export interface Token {
  readonly kind: "option" | "positional"
  readonly index: number
  readonly name: string
  /** As it was typed: `--status`, `-h`. */
  readonly rawName: string
  readonly value: string | undefined
}

/** An option that is known; without a placeholder it is a switch. */
export interface Known {
  readonly name: string
  readonly placeholder: string | undefined
}

/** The names of options. */
export const names = (all: ReadonlyArray<{ readonly name: string }>): ReadonlySet<string> =>
  new Set(all.map(({ name }) => name))

/**
 * The tokens of a command line. A 1 or 0 that follows a switch is its value; what follows an unknown option is thought
 * to be that one's, unless `leads` says that it may be an area. An option that is followed by another one has no value.
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
