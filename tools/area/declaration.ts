/** The text of a new area's declaration in domain. */
import type { Parameter } from "../../packages/conformance/src/specification.ts"
import type { Declared } from "./operations.ts"

/** What a new area is called: `pages`, one of them `page`. */
export interface Named {
  readonly area: string
  readonly noun: string
}

/** The name of a type: `Page`. */
export const typeOf = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

/** An id says what it names. */
const idOf = (area: string, key: string): string => `names("${area}", ${key === "id" ? "ServiceID" : "Uid"})`

const schemas: Partial<Record<Parameter["type"], string>> = {
  ...{ int: "Int", number: "Decimal", unix: "Unix", date: "Day", flag: "Flag", boolean: "Bool", commaList: "Commas" },
  ...{ email: "Email", url: "Url", file: "File" }
}

const schemaOf = (area: string, { description, name, type }: Parameter): string => {
  if (/^u?id$/.test(name)) return idOf(area, name)
  if (name === "title" && type === "string") return "Title(255)"
  if (type === "string") return description.includes("HTML") ? "Html" : "Text"
  return schemas[type] ?? "Text"
}

/** Only parameters of one value: what nests is written by hand. */
const isPlain = ({ name }: Parameter): boolean => !name.includes("[")

const parameterOf = (area: string, one: Parameter): string => {
  const schema = `${schemaOf(area, one)}.annotate({ description: ${JSON.stringify(one.description)} })`
  return `      ${one.name}: ${one.required === false ? `Schema.optionalKey(${schema})` : schema}`
}

const fieldOf = (area: string, key: string): string => {
  if (key.endsWith("[]")) return `${key.slice(0, -2)}: Schema.Array(Text)`
  return `${key}: ${/^u?id$/.test(key) ? idOf(area, key) : "Text"}`
}

const answerOf = (area: string, { response: { keys, shape } }: Declared): string => {
  const shown = keys.filter((key) => !/[.*]/.test(key))
  if (shape === "object" && shown.join() === "ok,err") return "Done"
  const one = `Schema.Struct({ ${shown.map((key) => fieldOf(area, key)).join(", ")} })`
  return shape === "array" ? `Schema.Array(${one})` : one
}

const functionOf = ({ method, response }: Declared): string =>
  method === "GET" && response.shape === "array"
    ? "stream"
    : { GET: "get", POST: "post", PUT: "put", DELETE: "del" }[method]

const addresses = ({ method, parameters }: Declared): boolean =>
  method !== "POST" && parameters.some(({ name, required }) => required !== false && /^u?id$/.test(name))

const endpointOf = (area: string, one: Declared): string => {
  const input = one.parameters.filter(isPlain).map((parameter) => parameterOf(area, parameter))
  return [
    `  ${one.name}: ${functionOf(one)}("${one.path}", {`,
    [
      `    summary: "To be written."`,
      ...(input.length === 0 ? [] : [`    input: {\n${input.join(",\n")}\n    }`]),
      `    output: ${answerOf(area, one)}`,
      ...(addresses(one) ? ["    refusals: [NotFound]"] : []),
      ...(one.isCompanion ? [`    stability: "companion"`] : [])
    ].join(",\n"),
    "  })"
  ].join("\n")
}

const known = {
  "../contract/answers.ts": ["Done"],
  "../contract/area.ts": ["area"],
  "../contract/collection.ts": ["collection"],
  "../contract/endpoint.ts": ["del", "get", "post", "put", "stream"],
  "../contract/refusals.ts": ["NotFound"],
  "../contract/values.ts": [
    ...["Bool", "Commas", "Day", "Decimal", "Email", "File", "Flag", "Html", "Int", "names", "ServiceID", "Text"],
    ...["Title", "Uid", "Unix", "Url"]
  ]
}

/** The imports of what a text uses. */
const importsFor = (text: string): string =>
  Object.entries(known)
    .map(([path, names]) => [path, names.filter((name) => new RegExp(`\\b${name}\\b[^:"]`).test(text))] as const)
    .flatMap(([path, names]) => (names.length === 0 ? [] : [`import { ${names.join(", ")} } from "${path}"`]))
    .join("\n")

/** The file of an area in domain. */
export const declaration = ({ area, noun }: Named, operations: ReadonlyArray<Declared>): string => {
  const type = typeOf(noun)
  const body = `
/** A ${noun} as stored. */
export const ${type} = Schema.Struct({ id: ServiceID, title: Text })
export type ${type} = typeof ${type}.Type

export const collections = {
  ${area}: collection("${area}", ${type}, { noun: "${noun}", personal: "none", key: ({ id }) => id })
}

const endpoints = {
${operations.map((one) => endpointOf(area, one)).join(",\n")}
}

export const ${area} = area({ endpoints, collections, checks: [], events: {} })
`
  return `/** ${type}s: to be written. */\nimport { Schema } from "effect"\n${importsFor(body)}\n${body}`
}
