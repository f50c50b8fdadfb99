/** Completions for shells, made from the same declarations as the commands: areas, operations, flags, listed values. */
import { type Contract, entries } from "@bottega/domain/contract"
import type { Completed, Completions, Level } from "./completed.ts"
import { flagsOf } from "./flags.ts"
import type { Own } from "./help.ts"
import { leading, type Option, optionsOf } from "./options.ts"
import { script as bash } from "./shells/bash.ts"
import { script as fish } from "./shells/fish.ts"
import { script as zsh } from "./shells/zsh.ts"

/** The shells there are completions for, and what makes their script. */
export const shells: Readonly<Record<string, (completions: Completions) => string>> = { bash, zsh, fish }

/** What can be completed of a contract and of the commands beside it; `serve` are the flags of that one. */
export const completionsOf = (
  contract: Contract,
  own: ReadonlyArray<Own>,
  serve: ReadonlyArray<Option>
): Completions => ({
  levels: [
    {
      after: "",
      words: [
        ...own.map(({ name, summary }) => ({ text: name, description: summary })),
        ...Object.entries(contract).map(([area, endpoints]) => ({
          text: area,
          description: Object.keys(endpoints).join(", ")
        }))
      ],
      flags: leading.map(completed)
    },
    { after: "serve", words: [], flags: serve.map(completed) },
    { after: "completions", words: Object.keys(shells).map((text) => ({ text, description: "" })), flags: [] },
    ...Object.entries(contract).map(([after, endpoints]) => ({
      after,
      words: Object.entries(endpoints).map(([text, { summary }]) => ({ text, description: summary })),
      flags: []
    })),
    ...own.flatMap(({ name, options }) =>
      options === undefined ? [] : [{ after: name, words: [], flags: options.map(completed) }]
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
      ...optionsOf(endpoint, flags).map(completed)
    ]
  }
}

const completed = ({ description, name, placeholder }: Option): Completed => ({
  text: `--${name}`,
  description,
  takesValue: placeholder !== undefined,
  values: []
})
