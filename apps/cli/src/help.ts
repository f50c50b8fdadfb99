/** Help at each level, derived from the declarations: examples first, then the flags. */
import { type Contract, type Entry, entries } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { type Flag, flagsOf, nestedOf, positionalOf } from "./flags.ts"
import { connectionOf, leading, type Option, optionsOf, version } from "./options.ts"
import { timeSentence } from "./spoken.ts"

/** A command that is not an operation of the API. */
export interface CommandHelp {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly options?: ReadonlyArray<Option>
  readonly examples?: ReadonlyArray<string>
}

/** The help of a command that is not an operation. */
export const commandHelp = ({ examples = [], options = [], summary, usage }: CommandHelp): string =>
  page(
    section("Examples", examples),
    summary,
    section("Usage", [`bottega ${usage}`]),
    section("Options", columns(options.map(optionRow)))
  )

/** The help of `bottega`, of an area, or of an operation; `about` must name an existing one. */
export const helpOf = (
  contract: Contract,
  commands: ReadonlyArray<CommandHelp>,
  about: ReadonlyArray<string>
): string => {
  const all = entries(contract)
  const [area, name] = about
  const entry = all.find((one) => one.area === area && one.name === name)
  if (entry !== undefined) return operationHelp(entry)
  return area === undefined ? wholeHelp(contract, commands) : areaHelp(all.filter((one) => one.area === area))
}

const wholeHelp = (contract: Contract, commands: ReadonlyArray<CommandHelp>): string =>
  page(
    section("Examples", [
      "bottega serve --demo",
      ...entries(contract)
        .filter(({ endpoint }) => endpoint.example !== undefined)
        .slice(0, 2)
        .map(exampleOf)
    ]),
    section("Commands", columns([...commands.map(({ summary, usage }) => [usage, summary] as const), operationRow])),
    section("Areas", columns(Object.entries(contract).map(([area, endpoints]) => [area, listed(endpoints)] as const))),
    section("Options, before the area or after the operation", columns([...leading, version].map(optionRow))),
    `Each option except --json, --help and --version can also be set in the environment: --url as BOTTEGA_URL.\nWithout --url a command works on the data file itself. More: bottega help <area> <operation>`
  )

const operationRow = ["<area> <operation> [flags]", "Call an operation of the API."] as const
const listed = (endpoints: object): string => Object.keys(endpoints).join(", ")

const areaHelp = (all: ReadonlyArray<Entry>): string => {
  const [{ area }] = all as [Entry]
  const examples = all.filter(({ endpoint }) => endpoint.example !== undefined).slice(0, 3)
  return page(
    section("Examples", (examples.length > 0 ? examples : all.slice(0, 1)).map(exampleOf)),
    section(
      `Operations of ${area}`,
      columns(all.map((entry) => [usageOf(entry).slice(`bottega ${area} `.length), summaryOf(entry)] as const))
    ),
    `More: bottega help ${area} <operation>`
  )
}

const operationHelp = (entry: Entry): string => {
  const flags = flagsOf(entry.endpoint)
  const own = new Set(flags.map(({ name }) => name))
  const shadowed = connectionOf(entry.endpoint).filter(({ name }) => own.has(name))
  return page(
    section("Examples", [exampleOf(entry)]),
    `${summaryOf(entry)}${entry.endpoint.description === undefined ? "" : `\n${entry.endpoint.description}`}`,
    section("Usage", [usageOf(entry)]),
    section("Required", columns(flags.filter(({ required }) => required).flatMap(flagRows))),
    section("Flags", columns(flags.filter(({ required }) => !required).flatMap(flagRows))),
    flags.some(({ time }) => time !== undefined) ? `<time> is ${timeSentence}.` : "",
    section("Options", columns(optionsOf(entry.endpoint, flags).map(optionRow))),
    shadowed.length === 0
      ? ""
      : `Given before ${entry.area}: ${shadowed.map(({ description, name }) => `--${name} (${description})`).join(" ")}`
  )
}

const summaryOf = ({ endpoint: { stability, summary } }: Entry): string =>
  stability === "stable" || stability === "companion" ? summary : `${summary} [${stability}]`

const usageOf = ({ area, endpoint, name }: Entry): string => {
  const flags = flagsOf(endpoint)
  const first = positionalOf(flags)
  const more = flags.length > (first === undefined ? 0 : 1) ? " [flags]" : ""
  return `bottega ${area} ${name}${first === undefined ? "" : ` <${first.name}>`}${more}`
}

const flagRows = (flag: Flag): ReadonlyArray<readonly [string, string]> => {
  const { default: byDefault, description, inner, large, name, placeholder, shape, values } = flag
  if (shape === "nested")
    return inner.map((one, index) => [
      nestedOf(one),
      index === 0 ? `${description} ${one.description}`.trim() : one.description
    ])
  const notes = [
    description,
    shape === "list" ? "Repeatable." : "",
    large ? "Or @file, or - for stdin." : "",
    placeholder.includes("|") || shape === "commas" || flag.labels !== undefined || values.length < 2
      ? ""
      : `One of ${values.join(", ")}.`,
    byDefault === undefined ? "" : `Default ${byDefault}.`
  ]
  const syntax = shape === "switch" ? `--${name}[=${placeholder.slice(1, -1)}]` : `--${name} ${placeholder}`
  return [[syntax, notes.filter((note) => note !== "").join(" ")]]
}

const optionRow = ({ description, name, placeholder }: Option): readonly [string, string] => [
  `${name === "help" ? "-h, " : ""}--${name}${placeholder === undefined ? "" : ` ${placeholder}`}`,
  description
]

/** A command that calls the operation: with its declared example, or with a placeholder for each required parameter. */
export const exampleOf = ({ area, endpoint, name }: Entry): string => {
  const flags = flagsOf(endpoint)
  const first = positionalOf(flags)
  const given = endpoint.example as Readonly<Record<string, unknown>> | undefined
  const words =
    given === undefined
      ? flags.filter(({ required }) => required).flatMap((flag) => placeOf(flag, first))
      : Object.entries(given).flatMap(([key, value]) => wordsOf(key, value, flags, first))
  return ["bottega", area, name, ...words].join(" ")
}

const placeOf = (flag: Flag, first: Flag | undefined): ReadonlyArray<string> => {
  if (flag === first) return [`<${flag.name}>`]
  return [flag.shape === "nested" ? nestedOf(flag.inner[0]!) : `--${flag.name} ${flag.placeholder}`]
}

const wordsOf = (
  name: string,
  value: unknown,
  flags: ReadonlyArray<Flag>,
  first: Flag | undefined
): ReadonlyArray<string> => {
  const flag = flags.find((one) => one.name === name)
  const pairs = format(flag?.shape === "commas" && Array.isArray(value) ? value.join(",") : value, name)
  if (flag?.shape === "nested") return pairs.flatMap((pair) => ["--set", quoted(pair.join("="))])
  if (flag?.shape === "switch") return pairs.map(([, text]) => (text === "1" ? `--${name}` : `--${name}=0`))
  if (flag !== undefined && flag === first) return pairs.map(([, text]) => quoted(text))
  return pairs.flatMap(([, text]) => [`--${name}`, quoted(text)])
}

/** A word quoted for a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const section = (title: string, lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "" : [`${title}:`, ...lines.map((line) => `  ${line}`)].join("\n")

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.min(34, Math.max(0, ...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) => (right === "" ? left : `${left.padEnd(width)}  ${right}`))
}

const page = (...parts: ReadonlyArray<string>): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`
