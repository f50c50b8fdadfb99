/** The description of the API: valid, complete, and the same from one version to the next unless somebody means it. */
import { contract, events } from "@bottega/domain/areas"
import { entries, pathOf, refusals, refusalsOfAnyEndpoint, refusalsOfChanges } from "@bottega/domain/contract"
import { Validator } from "@seriousme/openapi-schema-validator"
import { expect, test } from "vitest"
import manifest from "../package.json" with { type: "json" }
import { documentOf } from "../src/openapi/document.ts"
import { exampleOf } from "../src/openapi/examples.ts"
import { namesOf } from "../src/openapi/form.ts"
import { refusalsOfAnyRequest } from "../src/openapi/refusals.ts"
import { Schemas } from "../src/openapi/schemas.ts"
import { given } from "./given.ts"

const description = documentOf(contract) as any
const operationOf = (endpoint: Parameters<typeof pathOf>[0]) =>
  description.paths[pathOf(endpoint).replace(/:(\w+)/g, "{$1}")][endpoint.method.toLowerCase()]
const resolved = (schema: any) =>
  schema.$ref === undefined ? schema : description.components.schemas[schema.$ref.split("/").at(-1)]
const formOf = (endpoint: Parameters<typeof pathOf>[0]) =>
  resolved(operationOf(endpoint).requestBody.content["multipart/form-data"].schema)
/** What a form's patterns say of a name. */
const matched = ({ patternProperties }: any, name: string) =>
  Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, "u").test(name))?.[1]
/** The names of the credentials that an operation is called with. */
const credentials = { shop: ["key", "exchange"], control: ["operator"], public: [] }

test("it is valid OpenAPI 3.1", async () => {
  const { errors, valid } = await new Validator().validate(JSON.parse(JSON.stringify(description)))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test("no bound is that of a JavaScript number, and every reference leads somewhere", () => {
  const text = JSON.stringify(description)
  expect(text).not.toContain("9007199254740991")
  for (const [, reference = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    expect(
      reference.split("/").reduce((part, name) => part?.[name], description),
      reference
    ).toBeDefined()
  }
})

test.each(entries(contract).map(({ endpoint, id }) => [id, endpoint] as const))(
  "%s is described whole",
  (_id, endpoint) => {
    const { requestBody, parameters = [], responses, security } = operationOf(endpoint)
    const names = namesOf(endpoint).map(({ name }) => name)
    const form = requestBody === undefined ? {} : formOf(endpoint).properties
    const query = parameters.flatMap(({ in: place, name }: any) => (["query", "path"].includes(place) ? [name] : []))
    expect([...query, ...Object.keys(form)]).toEqual(names)
    const statuses = endpoint.refusals.map(({ kind }) => kind.status)
    expect(Object.keys(responses).map(Number)).toEqual(expect.arrayContaining([200, 500, 503, ...statuses]))
    expect(responses[401] !== undefined).toBe(endpoint.surface !== "public")
    expect(security.flatMap(Object.keys)).toEqual(credentials[endpoint.surface])
  }
)

test("an id in an answer leads to the operation that reads what it names", () => {
  const operations: ReadonlyArray<any> = Object.values(description.paths).flatMap((path: any) => Object.values(path))
  const linked = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses?.[200]?.links ?? {}).map(([place, link]: any) => ({ operationId, place, link }))
  )
  for (const { link, place } of linked) {
    const target = operations.find(({ operationId }) => operationId === link.operationId)
    const [[name, expression]] = Object.entries<string>(link.parameters) as [[string, string]]
    expect(target.parameters.map((parameter: any) => parameter.name)).toContain(name)
    expect(expression).toBe(`$response.body#/${place.replace(".", "/")}`)
  }
  const brand = linked.find(({ operationId, place }) => operationId === "products.read" && place === "brandUID")
  expect(brand?.link).toEqual({ operationId: "brands.read", parameters: { uid: "$response.body#/brandUID" } })
  expect(linked.find(({ operationId, place }) => operationId === "brands.read" && place === "uid")).toBeUndefined()
  expect(linked.length).toBeGreaterThan(15)
  const shopOnly = documentOf(contract, { surface: "shop" }) as any
  expect(JSON.stringify(shopOnly)).not.toContain('"operationId":"shops.read"')
})

test("a list shows how many members it may have, and how long they may be", () => {
  const bodyOf = (endpoint: Parameters<typeof pathOf>[0]) =>
    resolved(operationOf(endpoint).requestBody.content["application/json"].schema).properties
  for (const endpoint of [contract.orders.addTags, contract.customers.setTags, contract.products.create])
    expect(JSON.stringify(bodyOf(endpoint).tags)).toMatch(
      /"maxItems":100\b.*"maxLength":255\b|"maxLength":255\b.*"maxItems":100\b/
    )
  for (const endpoint of [contract.orders.create, contract.coupons.check])
    expect(bodyOf(endpoint).item_id).toMatchObject({ maxItems: 1600 })
})

test("a form has the names of the wire, and values as the wire has them", () => {
  const create = formOf(contract.orders.create)
  expect(create.properties["item_id[0][price]"].type).toBe("number")
  expect(create.required).toContain("item_id[0][sku]")
  expect(matched(create, "item_id[7][price]")).toMatchObject({ type: "number" })
  expect(matched(create, "item_id[7][price][0]")).toBeUndefined()
  const batch = formOf(contract.inventory.batch)
  expect(Object.keys(batch.properties)).toContain("stage[<sku>][quantity]")
  expect(batch.required).toBeUndefined()
  expect(matched(batch, "stage[A.12][is_child]")).toMatchObject({ type: "integer", enum: [0, 1] })
  const rules = formOf(contract.coupons.updateRules)
  expect(rules.properties.rule_value.type).toBe("string")
  expect(rules.required).toContain("rule_value")
  const unset = {
    anyOf: [
      { type: "number", minimum: 0 },
      { type: "string", enum: ["null"] }
    ]
  }
  expect(formOf(contract.products.update).properties.final_price).toMatchObject(unset)
  for (const { endpoint } of entries(contract))
    for (const { name, schema } of namesOf(endpoint)) {
      expect(JSON.stringify(schema), name).not.toMatch(/"boolean"|:null/)
    }
})

test("JSON nests by the same names, and lists in a query repeat or have commas", () => {
  const { content } = operationOf(contract.orders.create).requestBody
  const { properties } = resolved(content["application/json"].schema)
  expect(resolved(properties.item_id.items).properties.price).toMatchObject({ type: "number" })
  const parameters = operationOf(contract.orders.list).parameters
  expect(parameters.find(({ name }: any) => name === "nodes")).toMatchObject({
    explode: false,
    schema: { type: "array" }
  })
  expect(parameters.find(({ name }: any) => name === "orderID[]")).toMatchObject({ explode: true })
})

test("each response shows the body of each of its refusals, by the catalogue's type and code", () => {
  const shown = new Map<string, number>()
  for (const { content } of Object.values<any>(description.components.responses))
    for (const [type, { value }] of Object.entries<any>(content["application/json"].examples))
      shown.set(type, value.error.code)
  for (const { kind } of refusals) if (shown.has(kind.type)) expect(shown.get(kind.type)).toBe(kind.code)
  const possible = [
    ...refusalsOfAnyEndpoint,
    ...refusalsOfChanges,
    ...refusalsOfAnyRequest,
    ...entries(contract).flatMap(({ endpoint }) => endpoint.refusals)
  ]
  expect([...shown.keys()]).toEqual(expect.arrayContaining(possible.map(({ kind }) => kind.type)))
})

test("the schema and the introduction name every type of the catalogue", () => {
  expect(description.components.schemas.RefusalType.enum).toEqual(refusals.map(({ kind }) => kind.type))
  for (const { kind } of refusals)
    expect(description.info.description).toContain(`| ${kind.status} | ${kind.code} | \`${kind.type}\` |`)
})

test("an answer above a limit has the headers of limits", () => {
  for (const name of ["TooManyRequests", "DailyQuotaExceeded"])
    expect(Object.keys(description.components.responses[name].headers)).toEqual(
      expect.arrayContaining(["X-Service-Limit", "RateLimit", "RateLimit-Policy", "Retry-After"])
    )
})

test("every operation that can succeed has a call and its answer as an example", () => {
  for (const { endpoint, id } of entries(contract)) {
    const { parameters = [], requestBody, responses } = operationOf(endpoint)
    if (exampleOf(id) === undefined) continue
    expect(
      Object.values<any>(responses[200].content).some((media) => "example" in media || "examples" in media),
      id
    ).toBe(true)
    for (const media of Object.values<any>(requestBody?.content ?? {})) expect(media, id).toHaveProperty("example")
    const required = parameters.filter((one: any) => one.required)
    expect(
      required.every((one: any) => "example" in one),
      id
    ).toBe(true)
  }
  expect(exampleOf("orders.create")?.answer).toEqual({ order_id: expect.stringMatching(/^1_[0-9a-f]{13}$/) })
})

test("schemas have names: of the declaration, else of their operation", () => {
  const names = Object.keys(description.components.schemas)
  expect(names).toEqual(expect.arrayContaining(["Done", "Order", "OrdersCreateParameters", "OrdersCreateForm"]))
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/)
  for (const { endpoint } of entries(contract)) {
    const { requestBody, responses } = operationOf(endpoint)
    const contents = [requestBody?.content ?? {}, responses[200].content]
    for (const [type, { schema }] of contents.flatMap((content) => Object.entries<any>(content)))
      if (!endpoint.media.includes(type)) expect(Object.keys(schema)).toEqual(["$ref"])
  }
})

test("two schemas cannot share a name", () => {
  const schemas = new Schemas()
  expect(schemas.add("A", { type: "string", description: "One." })).toEqual({ $ref: "#/components/schemas/A" })
  expect(schemas.add("A", { type: "string", description: "Two." })).toMatchObject({ description: "Two." })
  expect(() => schemas.add("A", { type: "number" })).toThrow("Two schemas are called A.")
})

test("what is legacy is deprecated, what is counted says by which limits", () => {
  for (const { endpoint } of entries(contract)) {
    const operation = operationOf(endpoint)
    expect(operation.deprecated === true).toBe(endpoint.stability === "legacy")
    expect(operation["x-stability"]).toBe(endpoint.stability)
    expect(operation["x-throttle"].includes("daily")).toBe(endpoint.surface === "shop")
  }
  expect(description["x-throttle"].daily.limit).toBe(100_000)
})

test("what happens is described as webhooks, with the envelope of a delivery", () => {
  const sent = Object.values(events).filter(({ by }) => by.length > 0)
  expect(Object.keys(description.webhooks).sort()).toEqual(sent.map(({ name }) => name).sort())
  const bodyOf = (name: string) =>
    resolved(description.webhooks[name].post.requestBody.content["application/json"].schema)
  const names = ["id", "type", "name", "instance", "orderID", "id_order", "status", "timestamp", "data"]
  for (const { name, type } of sent) {
    expect(Object.keys(bodyOf(name).properties)).toEqual(names)
    expect(bodyOf(name).properties.type.enum).toEqual([type])
  }
  expect(bodyOf("order.created").properties.orderID.type).toBe("string")
  expect(Object.keys(resolved(bodyOf("stock.changed").properties.data).properties)).toContain("unlimited")
  const operations = new Set(entries(contract).map(({ id }) => id))
  for (const { by, name } of sent) for (const id of by) expect(operations, name).toContain(id)
  expect(documentOf(contract, { surface: "control" })).not.toHaveProperty("webhooks")
})

test("areas that only the operator can call come last", () => {
  const { tags } = documentOf(contract) as { readonly tags: ReadonlyArray<{ readonly name: string }> }
  const surfaces = Map.groupBy(entries(contract), ({ area }) => area)
  const areas = tags.map(({ name }) => name).filter((name) => surfaces.has(name))
  const open = areas.map((name) => surfaces.get(name)!.some(({ endpoint }) => endpoint.surface !== "control"))
  expect(areas).toHaveLength(surfaces.size)
  expect(open).toEqual(open.toSorted((a, b) => Number(b) - Number(a)))
  expect(new Set(open).size).toBe(2)
})

test("paths and parameters are those that were agreed", async () => {
  const lines = entries(contract).map(({ endpoint }) => {
    const names = namesOf(endpoint).map(({ name, required }) => (required ? `${name}!` : name))
    return `${pathOf(endpoint)} ${endpoint.method} ${names.join(" ")}`.trim()
  })
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("openapi.snap")
})

test("it names the version of the API and the server's own, which /healthz names too", async () => {
  const { app, close } = await given()
  const { info } = (await app.inject("/openapi.json")).json()
  expect([info.version, info["x-server-version"]]).toEqual(["1.1", manifest.version])
  expect((await app.inject("/healthz")).json()).toEqual({ status: "ok", version: manifest.version })
  await close()
})

test("it is served, and the API page with it", async () => {
  const { app, close } = await given()
  const served = async (host: string) => (await app.inject({ url: "/openapi.json", headers: { host } })).json()
  for (const host of ["127.0.0.1:8080", "shop.example"]) {
    const { paths, servers } = await served(host)
    expect(servers).toEqual([{ url: `http://${host}` }])
    const { example } = paths["/v1.1/gallery/image.json"].post.responses[200].content["application/json"]
    expect(example.original).toMatch(new RegExp(`^http://${host}/images/`))
  }
  const named = await given({ publicUrl: "https://shop.example/api" })
  expect((await named.app.inject("/openapi.json")).json().servers).toEqual([{ url: "https://shop.example/api" }])
  await named.close()
  const page = await app.inject("/docs")
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'")
  await close()
})
