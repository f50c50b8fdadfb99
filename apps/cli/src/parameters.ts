/** Collects an operation's parameters from flags, `--input`, files and stdin. */
import { existsSync, openAsBlob } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { basename } from "node:path"
import { buffer } from "node:stream/consumers"
import { type Flag, flagsOf } from "./flags.ts"
import { type Asked, stepsOf } from "./parse.ts"
import { Usage } from "./usage.ts"

/** The parameters for the client: one value per name, or a list if a name was given several times. */
export const parametersOf = async ({ entry, options, parameters }: Asked): Promise<Record<string, unknown>> => {
  const read = source()
  const flags = new Map(flagsOf(entry.endpoint).map((flag) => [flag.name, flag]))
  const given = new Map<string, Array<string | File>>()
  for (const [name, value] of parameters) {
    const key = name.replace(/\[\]$/, "")
    const flag = flags.get(name)
    const content = flag?.large === true ? await read(`--${name}`, value, flag.encoding) : value
    given.set(key, [...(given.get(key) ?? []), content])
  }
  const input = options.get("input")
  const json = input === undefined ? {} : objectOf((await read("--input", input)) as string)
  const heads = new Set([...given.keys()].map((name) => name.split("[", 1)[0]))
  const all = Object.fromEntries(Object.entries(json).filter(([name]) => !heads.has(name)))
  for (const [name, values] of given) place(all, name, values.length > 1 ? values : values[0])
  return all
}

/** Puts a value at the path of its name, for a body in JSON; under the whole name if another value is at that path. */
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
  return async (flag: string, value: string, encoding: Flag["encoding"] = "utf8"): Promise<string | File> => {
    if (value === "-") {
      if (piped !== undefined) throw new Usage(`${flag} - and ${piped} - cannot both read stdin.`)
      piped = flag
      const bytes = await buffer(process.stdin)
      return encoding === "file" ? new File([new Uint8Array(bytes)], "stdin") : bytes.toString(encoding)
    }
    const path = value.startsWith("@") ? value.slice(1) : pathOf(flag, value, encoding)
    if (path === undefined) return value
    try {
      return encoding === "file" ? await fileAt(path) : await readFile(path, encoding)
    } catch (cause) {
      throw new Usage(`${flag} names ${path}, which cannot be read: ${(cause as Error).message}.`)
    }
  }
}

/** A file that is read while it is sent. */
const fileAt = async (path: string): Promise<File> => {
  if (!(await stat(path)).isFile()) throw new Error("it is not a file")
  return new File([await openAsBlob(path)], basename(path))
}

const pathOf = (flag: string, value: string, encoding: Flag["encoding"]): string | undefined => {
  if (encoding === "file") return value
  return encoding === "base64" ? pathIn(flag, value) : undefined
}

/** The typed path of a file for a base64 parameter; undefined if the text is base64, and wrong usage if it is neither. */
const pathIn = (flag: string, value: string): string | undefined => {
  if (existsSync(value)) return value
  if (/^[\w+/=\s-]*$/.test(value)) return undefined
  throw new Usage(`${flag} ${short(value)} is neither base64 nor the name of a file; ${flag} @<file> names a file.`)
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

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

/** Keeps a number's source text, so that no digit is lost. */
const sourceText = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? value) : value
