/** Collects an operation's parameters from flags, `--input`, files and stdin. */
import { readFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { type Flag, flagsOf } from "./flags.ts"
import { type Asked, stepsOf } from "./parse.ts"
import { Usage } from "./usage.ts"

/** The parameters as the client takes them: a value per name, or a list if a name was given several times. */
export const parametersOf = async ({ entry, options, parameters }: Asked): Promise<Record<string, unknown>> => {
  const read = source()
  const flags = new Map(flagsOf(entry.endpoint).map((flag) => [flag.name, flag]))
  const given = new Map<string, Array<string>>()
  for (const [name, value] of parameters) {
    const key = name.replace(/\[\]$/, "")
    const flag = flags.get(name)
    const content = flag?.large === true ? await read(`--${name}`, value, flag.encoding) : value
    given.set(key, [...(given.get(key) ?? []), content])
  }
  const input = options.get("input")
  const json = input === undefined ? {} : objectOf(await read("--input", input))
  const heads = new Set([...given.keys()].map((name) => name.split("[", 1)[0]))
  const all = Object.fromEntries(Object.entries(json).filter(([name]) => !heads.has(name)))
  for (const [name, values] of given) place(all, name, values.length > 1 ? values : values[0])
  return all
}

/** Puts a value where its name leads, for a body in JSON; under the whole name if another value is in the way. */
const place = (all: Record<string, unknown>, name: string, value: unknown): void => {
  const steps = stepsOf(name)
  let at = all
  for (const step of steps.slice(0, -1)) {
    const inner = (at[step] ??= Object.create(null))
    if (typeof inner !== "object" || Array.isArray(inner)) return void (all[name] = value)
    at = inner as Record<string, unknown>
  }
  const last = steps.at(-1)!
  if (last in at) all[name] = value
  else at[last] = value
}

/** Reads `@file` and `-` (stdin, which can be read once); any other value is returned as it is. */
const source = () => {
  let piped: string | undefined
  return async (flag: string, value: string, encoding: Flag["encoding"] = "utf8"): Promise<string> => {
    if (value === "-") {
      if (piped !== undefined) throw new Usage(`${flag} - and ${piped} - cannot both read stdin.`)
      piped = flag
      return (await buffer(process.stdin)).toString(encoding)
    }
    if (!value.startsWith("@")) return value
    try {
      return await readFile(value.slice(1), encoding)
    } catch (cause) {
      throw new Usage(`${flag} names ${value.slice(1)}, which cannot be read: ${(cause as Error).message}.`)
    }
  }
}

const objectOf = (json: string): object => {
  let value: unknown
  try {
    value = JSON.parse(json, sourceText)
  } catch (cause) {
    throw new Usage(`--input is not JSON: ${(cause as Error).message}.`)
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Usage("--input must be a JSON object of parameters.")
  return value
}

/** Keeps a number's source text, so that it keeps every digit. */
const sourceText = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? value) : value
