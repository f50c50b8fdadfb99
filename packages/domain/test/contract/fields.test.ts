/** What the fields of the contract say is what the reader accepts, and is plain data. */
import { expect, it } from "vitest"
import { contract } from "../../src/areas.ts"
import { parse } from "../../src/contract/form.ts"
import { reader } from "../../src/contract/reader.ts"
import { answerOf, entries, type Field, fieldsOf, listIn, type Shape } from "../../src/contract.ts"

const all = entries(contract)

/** One value that can be sent, by its name on a form. */
interface Leaf {
  readonly name: string
  readonly shape: Shape
}

const leavesOf = (name: string, shape: Shape): ReadonlyArray<Leaf> => {
  const { inner, kind, maxNumber, member } = shape
  const list = listIn(shape)
  if (kind === "commas") return [{ name, shape: list!.item! }]
  if (list?.item !== undefined) return leavesOf(`${name}[0]`, list.item)
  if (member !== undefined) return leavesOf(`${name}[${maxNumber ?? "key"}]`, member)
  return inner?.flatMap((field) => leavesOf(`${name}[${field.name}]`, field)) ?? [{ name, shape }]
}

/** Texts that a shape accepts, and texts that it refuses. */
type Probes = readonly [accepted: ReadonlyArray<string>, refused: ReadonlyArray<string>]

const probesOf = (shape: Shape): Probes => {
  const [accepted, refused] = (probes[shape.kind] ?? textProbes)(shape)
  const numeric = probes[shape.kind] === intProbes || probes[shape.kind] === numberProbes
  return [
    [...accepted, ...(shape.nullable === true ? ["null"] : [])],
    [
      ...refused,
      "x".repeat((shape.maxBytes ?? 100 * 1024) + 1),
      ...(numeric && shape.nullable !== true ? ["null"] : [])
    ]
  ]
}

const intProbes = ({ bounds: { maximum, minimum } }: Shape): Probes => [
  [minimum ?? -7, maximum ?? 7, minimum ?? maximum ?? 0].map(String),
  [
    "1.5",
    "x",
    ...(minimum === undefined ? [] : [`${minimum - 1}`]),
    ...(maximum === undefined ? [] : [`${maximum + 1}`])
  ]
]

const numberProbes = ({ bounds: { exclusiveMinimum, maximum, minimum } }: Shape): Probes => [
  [minimum ?? 1.5, maximum ?? 2.5].map(String),
  [
    ...["x", "1,5"],
    ...(minimum === undefined ? [] : [`${minimum - 0.01}`]),
    ...(maximum === undefined ? [] : [`${maximum + 0.01}`]),
    ...(exclusiveMinimum === undefined ? [] : [`${exclusiveMinimum}`])
  ]
]

/** Which texts are accepted is unknown where there are rules beside the length. */
const textProbes = ({ bounds: { maxLength }, sentences }: Shape): Probes => [
  sentences.every((rule) => /empty|blank|at most \d+ characters/.test(rule)) ? ["a".repeat(maxLength ?? 3), "à b"] : [],
  maxLength === undefined ? [] : ["a".repeat(maxLength + 1)]
]

const probes: { readonly [Name in Shape["kind"]]?: (shape: Shape) => Probes } = {
  ...{ int: intProbes, unix: intProbes, number: numberProbes, money: numberProbes, percent: numberProbes },
  flag: () => [
    ["1", "0", "true"],
    ["2", "x"]
  ],
  boolean: () => [
    ["1", "0", "false"],
    ["2", "x"]
  ],
  choice: ({ choices }) => [choices!.map(String), ["no such choice"]],
  email: () => [["anna@example.com"], ["x", "a b@c"]],
  url: () => [["https://example.com/{orderid}"], ["x", "ftp://example.com"]],
  day: () => [["2028-02-29"], ["2026-02-30", "x"]],
  instant: () => [["2026-11-22T18:30:00+01:00"], ["2026-11-22", "x"]]
}

/** Whether the reader accepts a text under a name, whatever it says of other names. */
const accepts = (read: ReturnType<typeof reader>["read"], name: string, text: string): boolean => {
  const { problems, root } = parse(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  read([root], problems)
  return !problems.details.some(({ path }) => path === name)
}

it("are plain data", () => {
  const fields = all.map(({ endpoint }) => [fieldsOf(endpoint), answerOf(endpoint)])
  expect(JSON.parse(JSON.stringify(fields))).toStrictEqual(fields)
})

it.each(all.map(({ endpoint, id }) => [id, endpoint] as const))("%s reads what its fields say", (_, endpoint) => {
  const { read } = reader(endpoint.input.ast)
  const wrong = fieldsOf(endpoint)
    .flatMap((field) => leavesOf(field.name, field))
    .flatMap(({ name, shape }) => {
      const [accepted, refused] = probesOf(shape)
      return [
        ...accepted.filter((text) => !accepts(read, name, text)).map((text) => `${name} refuses ${text.slice(0, 60)}`),
        ...refused.filter((text) => accepts(read, name, text)).map((text) => `${name} accepts ${text.slice(0, 60)}`)
      ]
    })
  expect(wrong).toEqual([])
})

it.each(all.map(({ endpoint, id }) => [id, endpoint] as const))("%s misses what its fields require", (_, endpoint) => {
  const { problems, root } = parse("")
  const value = reader(endpoint.input.ast).read([root], problems)
  expect(problems.details.map(({ path }) => path)).toEqual(fieldsOf(endpoint).flatMap((field) => missing("", field)))
  expect(value).toEqual(
    Object.fromEntries(fieldsOf(endpoint).flatMap((field) => ("default" in field ? [[field.name, field.default]] : [])))
  )
})

const missing = (above: string, { inner = [], name, required }: Field): ReadonlyArray<string> => {
  if (!required) return []
  const whole = above === "" ? name : `${above}[${name}]`
  const within = inner.flatMap((field) => missing(whole, field))
  return within.length === 0 ? [whole] : within
}
