/** Reads a command line into an operation and its parameters, and reports all mistakes at once. */
import type { Contract, Entry } from "@bottega/domain/contract"
import { parse as readForm } from "@bottega/domain/form"
import { meant, names, readOptions, settleSwitches, type Token, takeOption, tokensOf } from "@bottega/server/config"
import { type Flag, flagsOf, hasPlace, nestedOf, positionalOf } from "./flags.ts"
import { leading, optionsOf } from "./options.ts"

/** The requested operation. */
export interface Asked {
  readonly entry: Entry
  /** The operation's parameters by their wire names, in the order they were given. */
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
  /** Every other option, by its name; a switch that was given is `"1"`. */
  readonly options: ReadonlyMap<string, string>
}

/** The result of reading a command line; `about` is the topic of requested help, `wrong` has one sentence for each mistake. */
export type Parsed =
  | { readonly _tag: "Asked"; readonly asked: Asked }
  | { readonly _tag: "Help"; readonly about: ReadonlyArray<string> }
  | { readonly _tag: "Wrong"; readonly wrong: ReadonlyArray<string>; readonly about: ReadonlyArray<string> }

/** Reads the arguments of `bottega`; `reserved` are the commands that are not areas. */
export const parse = (contract: Contract, args: ReadonlyArray<string>, reserved: ReadonlyArray<string>): Parsed => {
  const before = leadingOf(args)
  if (before.options.has("help")) return { _tag: "Help", about: [] }
  const [area, name, ...rest] = args.slice(before.end)
  const entry = entryOf(contract, area, name, reserved)
  if (entry._tag === "Help") return entry
  if (entry._tag === "Wrong") {
    const guessed = before.wrong.length > 0 && entry.about.length === 0
    return { ...entry, wrong: guessed ? before.wrong : [...before.wrong, ...entry.wrong] }
  }
  const found = operationOf(entry.entry, rest)
  const about = [entry.entry.area, entry.entry.name]
  if (found.options.has("help")) return { _tag: "Help", about }
  const twice = leading.filter(
    ({ name, placeholder }) => placeholder !== undefined && before.options.has(name) && found.options.has(name)
  )
  const wrong = [...before.wrong, ...found.wrong, ...twice.map(({ name }) => `--${name} is given twice.`)]
  if (wrong.length > 0) return { _tag: "Wrong", wrong, about }
  const options = new Map([...before.options, ...found.options])
  return { _tag: "Asked", asked: { entry: entry.entry, parameters: found.parameters, options } }
}

type Named = Exclude<Parsed, { readonly _tag: "Asked" }> | { readonly _tag: "Named"; readonly entry: Entry }

const entryOf = (
  contract: Contract,
  area: string | undefined,
  name: string | undefined,
  reserved: ReadonlyArray<string>
): Named => {
  const wrong = (sentence: string, ...about: ReadonlyArray<string>): Named => ({
    _tag: "Wrong",
    wrong: [sentence],
    about
  })
  if (area === undefined) return wrong("An area is missing.")
  // An area may also be named in the singular: bottega snapshot save.
  if (!Object.hasOwn(contract, area) && Object.hasOwn(contract, `${area}s`))
    return entryOf(contract, `${area}s`, name, reserved)
  if (!Object.hasOwn(contract, area))
    return wrong(`There is no area ${area}${meant(area, [...Object.keys(contract), ...reserved])}`)
  if (isHelp(name)) return { _tag: "Help", about: [area] }
  if (name === undefined) return wrong("An operation is missing.", area)
  const endpoints = contract[area]!
  return Object.hasOwn(endpoints, name)
    ? { _tag: "Named", entry: { area, name, id: `${area}.${name}`, endpoint: endpoints[name]! } }
    : wrong(`There is no operation ${area} ${name}${meant(name, Object.keys(endpoints))}`, area)
}

/** How many arguments come before the command or the area: options of the store may. */
export const leadingEnd = (args: ReadonlyArray<string>): number =>
  tokensOf(args, leading, true).find(({ kind }) => kind === "positional")?.index ?? args.length

const isHelp = (arg: string | undefined): boolean => arg === "--help" || arg === "-h"

const leadingOf = (args: ReadonlyArray<string>) => {
  const end = leadingEnd(args)
  const wrong: Array<string> = []
  const reading = { kind: "an option of bottega", known: leading, wrong, positional: () => {}, leads: true }
  const options = readOptions(args.slice(0, end), reading)
  settleSwitches(options, leading, wrong)
  return { end, options, wrong }
}

const operationOf = (entry: Entry, args: ReadonlyArray<string>) => {
  const flags = flagsOf(entry.endpoint)
  const own = names(flags)
  const common = optionsOf(entry.endpoint, flags)
  const known = new Set([...own, ...names(common)])
  const reading: Reading = { entry, flags, known, parameters: [], options: new Map(), wrong: [] }
  const typed = new Set<string>()
  const shapes = flags.map(({ name, placeholder, shape }) => ({
    name,
    placeholder: shape === "switch" ? undefined : placeholder
  }))
  for (const token of tokensOf(args, [...shapes, ...common])) {
    const flag = flags.find(({ name }) => name === token.name)
    const option = common.find(({ name }) => name === token.name)
    typed.add(token.name)
    if (token.kind === "positional") takePositional(reading, token.value!)
    else if (flag !== undefined) takeFlag(reading, flag, token)
    else if (option?.name === "set") takeNested(reading, token)
    else if (option !== undefined) takeOption(reading.options, option, token, reading.wrong)
    else reading.wrong.push(unknown(reading, token))
  }
  settleSwitches(reading.options, common, reading.wrong)
  if (!reading.options.has("input")) reading.wrong.push(...missing(reading, typed))
  return reading
}

interface Reading {
  readonly entry: Entry
  readonly flags: ReadonlyArray<Flag>
  readonly known: ReadonlySet<string>
  readonly parameters: Array<[string, string]>
  readonly options: Map<string, string>
  readonly wrong: Array<string>
}

const unknown = ({ entry, known }: Reading, { name, rawName }: Token): string => {
  const head = name.split("[", 1)[0]!
  if (head !== name && known.has(head)) return `${rawName} is nested: write --set '${name}=<value>'.`
  return `${rawName} is not a flag of ${entry.area} ${entry.name}${meant(name, known, "--")}`
}

const takePositional = ({ flags, parameters, wrong }: Reading, value: string): void => {
  const flag = positionalOf(flags)
  if (flag === undefined || parameters.some(([name]) => name === flag.name))
    wrong.push(`${JSON.stringify(value)} is not expected; put a value after its flag.`)
  else parameters.push([flag.name, value])
}

const takeFlag = ({ parameters, wrong }: Reading, flag: Flag, { value }: Token): void => {
  const { name, placeholder, shape } = flag
  const single = shape === "value" || shape === "switch"
  if (shape === "nested") wrong.push(`--${name} is nested: write ${nestedOf(flag.inner[0]!)}.`)
  else if (shape === "switch" && value === undefined) parameters.push([name, "1"])
  else if (value === undefined) wrong.push(`--${name} needs a value: --${name} ${placeholder}.`)
  else if (single && parameters.some(([given]) => given === name)) wrong.push(`--${name} is given twice.`)
  else parameters.push([name, value])
}

const takeNested = ({ entry, flags, parameters, wrong }: Reading, { value = "" }: Token): void => {
  const [name = "", given] = value.split(/=(.*)/s, 2)
  const steps = stepsOf(name)
  const nested = flags.filter(({ shape }) => shape === "nested")
  const flag = nested.find((one) => one.name === steps[0])
  if (given === undefined) wrong.push("--set needs a name and a value: --set 'name[key]=value'.")
  else if (flag === undefined)
    wrong.push(`${name} is not a nested parameter of ${entry.area} ${entry.name}${meant(steps[0]!, names(nested))}`)
  else if (hasPlace(entry.endpoint, steps)) parameters.push([name, given])
  else wrong.push(`${name} is not one of ${flag.inner.map(({ path }) => path).join(", ")}.`)
}

/** The path that a form's name describes, as the form's reader sees it. */
export const stepsOf = (name: string): ReadonlyArray<string> => {
  const steps: Array<string> = []
  let node = readForm(`${encodeURIComponent(name)}=`).root
  for (;;) {
    const [child] = node.children?.values() ?? []
    if (child === undefined) return steps.length === 0 ? [name] : steps
    steps.push(child.key)
    node = child
  }
}

const missing = ({ flags, parameters }: Reading, typed: ReadonlySet<string>): ReadonlyArray<string> => {
  const given = new Set([...typed, ...parameters.map(([name]) => stepsOf(name)[0])])
  return flags
    .filter(({ name, required }) => required && !given.has(name))
    .map(({ inner, name, placeholder, shape }) =>
      shape === "nested" ? `${nestedOf(inner[0]!)} is required.` : `--${name} ${placeholder} is required.`
    )
}
