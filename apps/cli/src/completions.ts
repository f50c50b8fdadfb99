/**
 * Completions for shells, derived from the same declarations as the commands: areas, operations, flags, enumerated
 * values.
 */
import { type Contract, type Entry, entries } from "@bottega/domain/contract"
import type { Completions, FlagWord, Level } from "./completion.ts"
import { flagsOf, positionalOf } from "./flags.ts"
import type { CommandHelp } from "./help.ts"
import { listersOf } from "./ids.ts"
import { leading, type Option, optionsOf, version } from "./options.ts"
import { script as bash } from "./shells/bash.ts"
import { script as fish } from "./shells/fish.ts"
import { script as zsh } from "./shells/zsh.ts"

/** The supported shells, and the function that makes the script of each. */
export const shells: Readonly<Record<string, (completions: Completions) => string>> = { bash, zsh, fish }

/** The completions of a contract and of the other commands; `serve` lists the flags of that command. */
export const completionsOf = (
  contract: Contract,
  commands: ReadonlyArray<CommandHelp>,
  serve: ReadonlyArray<Option>
): Completions => {
  const listed = listersOf(contract)
  const idsOf = (names: string | undefined) => (names !== undefined && listed.has(names) ? names : undefined)
  const flagWord = flagWordOf(idsOf)
  return {
    levels: [
      {
        after: "",
        words: [
          ...commands.map(({ name, summary }) => ({ text: name, description: summary })),
          ...Object.entries(contract).map(([area, endpoints]) => ({
            text: area,
            description: Object.keys(endpoints).join(", ")
          }))
        ],
        flags: [...leading, version].map(flagWord)
      },
      { after: "serve", words: [], flags: serve.map(flagWord) },
      { after: "completions", words: Object.keys(shells).map((text) => ({ text, description: "" })), flags: [] },
      ...Object.entries(contract).map(([after, endpoints]) => ({
        after,
        words: Object.entries(endpoints).map(([text, { summary }]) => ({ text, description: summary })),
        flags: []
      })),
      ...commands.flatMap(({ name, options }) =>
        options === undefined ? [] : [{ after: name, words: [], flags: options.map(flagWord) }]
      ),
      ...entries(contract).map((entry) => levelOf(entry, idsOf))
    ],
    skipped: leading.flatMap(({ name, placeholder }) => (placeholder === undefined ? [] : [`--${name}`]))
  }
}

type IdsOf = (names: string | undefined) => string | undefined

const levelOf = ({ area, endpoint, name }: Entry, idsOf: IdsOf): Level => {
  const flags = flagsOf(endpoint)
  return {
    after: `${area} ${name}`,
    words: [],
    ids: idsOf(positionalOf(flags)?.names),
    flags: [
      ...flags
        .filter(({ shape }) => shape !== "nested")
        .map(({ description, name, names, shape, values }) => ({
          text: `--${name}`,
          description,
          takesValue: shape !== "switch",
          values,
          ids: idsOf(names)
        })),
      ...optionsOf(endpoint, flags).map(flagWordOf(idsOf))
    ]
  }
}

const flagWordOf =
  (idsOf: IdsOf) =>
  ({ description, name, placeholder }: Option): FlagWord => ({
    text: `--${name}`,
    description,
    takesValue: placeholder !== undefined,
    values: [],
    ids: name === "shop" ? idsOf("shops") : undefined
  })
