/** Writes parameters as a request carries them: in the query, as a form, as JSON, as multipart, or as something else. */
import type { Chance } from "@bottega/service/demo"
import { isFile } from "./files.ts"
import { isRaw } from "./hostile.ts"
import type { Parameters } from "./values.ts"

/** The query and body that contain the parameters. */
export interface Encoded {
  readonly query: string
  readonly body?: Buffer
  readonly type?: string
}

/** A way to write parameters; see {@link encodings}. */
export type Encode = (parameters: Parameters, chance: Chance) => Encoded

const form: Encode = (parameters, chance) => ({
  query: "",
  body: Buffer.from(formOf(pairsOf(parameters, chance))),
  type: "application/x-www-form-urlencoded"
})

const json: Encode = (parameters) => ({
  query: "",
  body: Buffer.from(JSON.stringify(parameters)),
  type: "application/json"
})

const query: Encode = (parameters, chance) => ({ query: formOf(pairsOf(parameters, chance)) })

const multipart: Encode = (parameters, chance) => ({
  query: "",
  body: Buffer.from(partsOf(pairsOf(parameters, chance))),
  type: `multipart/form-data; boundary=${boundary}`
})

/** Some in the body, some in the query, and occasionally the same in both. */
const both: Encode = (parameters, chance) => {
  const pairs = pairsOf(parameters, chance)
  const inQuery = pairs.map(() => chance.is(0.3))
  const inBody = pairs.filter((_, at) => !inQuery[at] || chance.is(0.1))
  return {
    query: formOf(pairs.filter((_, at) => inQuery[at])),
    body: Buffer.from(formOf(inBody)),
    ...(chance.is(0.5) ? { type: "application/x-www-form-urlencoded" } : {})
  }
}

/** The valid encodings of a body, weighted by how often each is used. */
export const encodings: ReadonlyArray<readonly [number, Encode]> = [
  [8, form],
  [6, json],
  [3, multipart],
  [2, query],
  [2, both]
]

/** Parameters of a GET. */
export const encodedInQuery = query

/** The start of a part's header in a multipart body. */
export const disposition = "Content-Disposition: form-data; name="
const boundary = "----bottega"

const partsOf = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  `${pairs.map(partOf).join("")}--${boundary}--\r\n`

const partOf = ([name, value]: readonly [string, string]): string => {
  const filename = isFile(value) ? '; filename="a.zip"' : ""
  const quoted = name.replaceAll('"', "%22").replaceAll(/[\r\n]/g, "")
  return `--${boundary}\r\n${disposition}"${quoted}"${filename}\r\n\r\n${value}\r\n`
}

const formOf = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&")

/** Parameters as pairs; a list is written in each of the accepted ways. */
const pairsOf = (value: unknown, chance: Chance, name = ""): ReadonlyArray<readonly [string, string]> => {
  if (value === undefined) return []
  if (typeof value !== "object" || value === null || isRaw(value)) return [[name, textOf(value)]]
  if (!isList(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      pairsOf(inner, chance, name === "" ? key : `${name}[${key}]`)
    )
  if (value.length === 0) return [[name, ""]]
  const flat = value.every((item) => typeof item !== "object")
  const way = flat ? chance.of(["[]", "", "index", "commas"]) : "index"
  if (way === "commas") return [[name, value.join(",")]]
  return value.flatMap((item, at) => pairsOf(item, chance, way === "index" ? `${name}[${at}]` : `${name}${way}`))
}

const isList = (value: object): value is ReadonlyArray<unknown> => Array.isArray(value)

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return value ? "1" : "0"
  if (typeof value === "object") return JSON.stringify(value)
  return String(value)
}
