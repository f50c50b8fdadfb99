/**
 * Completions for shells, derived from the same declarations as the commands: areas, operations, flags, enumerated
 * values.
 */
import { type Contract, entries } from "@bottega/domain/contract"
import type { Completions, FlagWord, Level } from "./completion.ts"
import { flagsOf } from "./flags.ts"
import type { CommandHelp } from "./help.ts"
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
): Completions => ({
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
    ...entries(contract).map(levelOf)
  ],
  skipped: leading.flatMap(({ name, placeholder }) => (placeholder === undefined ? [] : [`--${name}`]))
})

const levelOf = ({ area, endpoint, name }: ReturnType<typeof entries>[number]): Level => {
  const flags = flagsOf(endpoint)
  return {
    after: `${area} ${name}`,
    words: [],
    flags: [
      ...flags
        .filter(({ shape }) => shape !== "nested")
        .map(({ description, name, shape, values }) => ({
          text: `--${name}`,
          description,
          takesValue: shape !== "switch",
          values
        })),
      ...optionsOf(endpoint, flags).map(flagWord)
    ]
  }
}

const flagWord = ({ description, name, placeholder }: Option): FlagWord => ({
  text: `--${name}`,
  description,
  takesValue: placeholder !== undefined,
  values: []
})
