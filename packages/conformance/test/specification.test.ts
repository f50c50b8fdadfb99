/** Checks the transcription of the specification against counts made by hand and against its own notation. */
import { describe, expect, it } from "vitest"
import {
  additions,
  companions,
  type Operation,
  type Parameter,
  type Response,
  specification
} from "../src/specification.ts"

/** Operations under each heading of the document, counted on paper. */
const byArea = {
  Orders: 14,
  "User addresses": 4,
  Coupons: 5,
  "Product variants": 6,
  Customers: 16,
  "B2B (module must be enabled on the shop)": 6,
  "Custom product attributes": 6,
  Brands: 8,
  "Store locator": 5,
  Inventory: 4,
  Payments: 5,
  Filters: 3,
  "Tax profiles": 4,
  Template: 4,
  "Real-time coupon and real-time shipping endpoints": 6,
  "Gift cards": 3,
  Pages: 4,
  "Email templates": 3,
  "Legal texts": 6,
  Webhooks: 5
}

const byMethod = { GET: 48, POST: 24, PUT: 24, DELETE: 21 }

const count = (values: ReadonlyArray<string>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const repeated = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, index) => values.indexOf(value) !== index)

const id = (operation: Pick<Operation, "method" | "path">): string => `${operation.method} ${operation.path}`

const operations: ReadonlyArray<Operation> = [...specification, ...companions]

const parameters: ReadonlyArray<readonly [string, Parameter]> = [...operations, ...additions].flatMap((operation) =>
  operation.parameters.map((parameter) => [`${id(operation)} ${parameter.name}`, parameter] as const)
)

/** The labels of the parameters for which a test fails. */
const wrong = (test: (parameter: Parameter) => boolean): ReadonlyArray<string> =>
  parameters.filter(([, parameter]) => test(parameter)).map(([label]) => label)

const allKeys = ({ keys, optional = [], settled }: Response): ReadonlyArray<string> => [
  ...keys,
  ...optional,
  ...(settled?.keys ?? []),
  ...(settled?.optional ?? [])
]

/** The key that holds this one: `events[]` of `events[].eventId`, `cart.items` of `cart.items.*.sku`. */
const parent = (key: string): string | undefined => {
  const end = key.replace(/\.\*$/, "").lastIndexOf(".")
  const above = key.endsWith(".*") ? key.slice(0, -2) : key.slice(0, Math.max(end, 0)).replace(/\.\*$/, "")
  return above === "" ? undefined : above
}

describe("the document's operations", () => {
  it("are 117, each once", () => {
    expect(specification.length).toBe(117)
    expect(repeated(operations.map(id))).toEqual([])
  })

  it("are as many in each area as on paper", () => {
    expect(count(specification.map(({ area }) => area))).toEqual(byArea)
    expect(count(specification.map(({ method }) => method))).toEqual(byMethod)
  })

  it("carry the marks of the document", () => {
    const marked = (test: (operation: Operation) => boolean) => specification.filter(test).map(id)
    expect(marked(({ throttle }) => throttle === "updates")).toEqual(["GET /orders/orders_filter.json"])
    expect(marked(({ throttle }) => throttle === "account")).toEqual(["GET /clients/list_paginated.json"])
    expect(marked(({ requires }) => requires === "partner_owned")).toEqual(["POST /template/package.json"])
    expect(marked(({ requires }) => requires === "b2b")).toHaveLength(6)
    expect(marked(({ stability }) => stability === "legacy")).toEqual(["GET /orders/legacy_order.json"])
    expect(marked(({ stability }) => stability === "preview")).toEqual(["PUT /clients/custom_fields.json"])
    expect(marked(({ stability }) => stability === "beta")).toHaveLength(1 + 5 + 2 + 15)
  })
})

describe("the companions", () => {
  it("are 32 of the shop and 57 of the operator", () => {
    expect(count(companions.map(({ surface }) => surface))).toEqual({ shop: 32, control: 57 })
    const control = companions.filter(({ path }) => path.startsWith("/control/v1/"))
    expect(control).toEqual(companions.filter(({ surface }) => surface === "control"))
  })

  it("add parameters only to operations of the document", () => {
    for (const addition of additions) {
      const operation = specification.find((one) => id(one) === id(addition))
      expect(operation, id(addition)).toBeDefined()
      const names = operation?.parameters.map(({ name }) => name) ?? []
      expect(addition.parameters.filter(({ name, required }) => names.includes(name) || required !== false)).toEqual([])
    }
  })
})

describe("a path", () => {
  it("is a noun below an area, ending in .json", () => {
    const below = operations.filter(
      ({ path }) => !/^\/control\/v1\/(clock|follow|search|session|status)\.json$/.test(path)
    )
    expect(below.filter(({ path }) => !/^(\/control\/v1)?\/[a-z0-9]+\/[A-Za-z0-9_]+\.json$/.test(path))).toEqual([])
  })
})

describe("a parameter", () => {
  it("has a well-formed name, once in its operation", () => {
    const part = String.raw`\[(?:n|[a-z_]+|<[a-z_]+>)\]`
    const wellFormed = new RegExp(String.raw`^[A-Za-z_][A-Za-z0-9_]*(?:\.[a-z]+)?(?:${part})*(?:\[\])?$`)
    expect(wrong(({ name }) => !wellFormed.test(name))).toEqual([])
    expect(repeated(parameters.map(([label]) => label))).toEqual([])
  })

  it("is a list where its name says so", () => {
    expect(wrong(({ name, list }) => name.endsWith("[]") !== (list === true))).toEqual([])
  })

  it("has no default where it is required", () => {
    expect(wrong((parameter) => parameter.required !== false && parameter.default !== undefined)).toEqual([])
  })

  it("names its case where it is conditional, and never where it is always required", () => {
    expect(wrong(({ required, when }) => required === "conditional" && !when)).toEqual([])
    expect(wrong(({ required, when }) => required === true && when !== undefined)).toEqual([])
  })

  it("has values where it is an enum, each once, and a default among them", () => {
    expect(wrong(({ type, values }) => type === "enum" && values === undefined)).toEqual([])
    expect(wrong(({ values = [] }) => new Set(values).size !== values.length)).toEqual([])
    expect(
      wrong((one) => one.type === "enum" && one.default !== undefined && !one.values?.includes(one.default))
    ).toEqual([])
  })

  it("is described in a sentence", () => {
    expect(wrong(({ description }) => !/^\S.+\.$/.test(description))).toEqual([])
  })
})

describe("an answer", () => {
  // A map whose values are lists has the key `[]`.
  const keyName = /^(?:\[\]|[A-Za-z0-9_$]+(?:\[\])?|\*)(?:\.(?:[A-Za-z0-9_$]+(?:\[\])?|\*))*$/

  it.each(operations.map((operation) => [id(operation), operation.response] as const))(
    "of %s is well formed",
    (_, response) => {
      const keys = allKeys(response)
      expect(repeated(keys)).toEqual([])
      expect(keys.filter((key) => !keyName.test(key))).toEqual([])
      expect(keys.map(parent).filter((above) => above !== undefined && !keys.includes(above))).toEqual([])
      const literals = { ...response.literals, ...response.settled?.literals }
      expect(Object.keys(literals).filter((key) => !keys.includes(key))).toEqual([])
      expect(response.keys.length > 0 || response.shape === "array").toBe(true)
    }
  )
})
