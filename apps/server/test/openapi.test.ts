/** The description of the API: valid, complete, and the same from one version to the next unless somebody means it. */
import { contract, events } from "@bottega/domain/areas"
import { entries, pathOf, refusals } from "@bottega/domain/contract"
import { Validator } from "@seriousme/openapi-schema-validator"
import { expect, test } from "vitest"
import { documentOf } from "../src/pages/openapi.ts"
import { namesOf } from "../src/pages/openapi-input.ts"
import { given } from "./given.ts"

const description = documentOf(contract) as any
const operationOf = (endpoint: Parameters<typeof pathOf>[0]) =>
  description.paths[pathOf(endpoint).replace(/:(\w+)/g, "{$1}")][endpoint.method.toLowerCase()]
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
    const form = requestBody?.content["multipart/form-data"].schema.properties ?? {}
    const query = parameters.flatMap(({ in: place, name }: any) => (["query", "path"].includes(place) ? [name] : []))
    expect([...query, ...Object.keys(form)]).toEqual(names)
    const statuses = endpoint.refusals.map(({ kind }) => kind.status)
    expect(Object.keys(responses).map(Number)).toEqual(expect.arrayContaining([200, 500, 503, ...statuses]))
    expect(responses[401] !== undefined).toBe(endpoint.surface !== "public")
    expect(security.flatMap(Object.keys)).toEqual(credentials[endpoint.surface])
  }
)

test("a form names what it nests, a list of texts repeats, a comma list is one value", () => {
  const { content } = operationOf(contract.orders.create).requestBody
  const form = content["application/x-www-form-urlencoded"]
  expect(Object.keys(form.schema.properties)).toEqual(expect.arrayContaining(["item_id[0][sku]", "item_id[0][price]"]))
  expect(form.schema.properties["item_id[0][price]"].type).toBe("number")
  expect(content["application/json"].schema.properties.item_id.items.properties.price).toMatchObject({ type: "number" })
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
  expect([...shown.keys()]).toEqual(
    expect.arrayContaining(["invalid", "daily_quota_exceeded", "not_found", "read_only_key"])
  )
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
  const bodyOf = (name: string) => description.webhooks[name].post.requestBody.content["application/json"].schema
  const names = ["id", "type", "name", "instance", "orderID", "id_order", "status", "timestamp", "data"]
  for (const { name, type } of sent) {
    expect(Object.keys(bodyOf(name).properties)).toEqual(names)
    expect(bodyOf(name).properties.type.enum).toEqual([type])
  }
  expect(bodyOf("order.created").properties.orderID.type).toBe("string")
  expect(Object.keys(bodyOf("stock.changed").properties.data.properties)).toContain("unlimited")
  const operations = new Set(entries(contract).map(({ id }) => id))
  for (const { by, name } of sent) for (const id of by) expect(operations, name).toContain(id)
  expect(documentOf(contract, { surface: "control" })).not.toHaveProperty("webhooks")
})

test("paths and parameters are those that were agreed", async () => {
  const lines = entries(contract).map(({ endpoint }) => {
    const names = namesOf(endpoint).map(({ name, required }) => (required ? `${name}!` : name))
    return `${pathOf(endpoint)} ${endpoint.method} ${names.join(" ")}`.trim()
  })
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("openapi.snap")
})

test("it is served, and the API page with it, from files of the server's own", async () => {
  const { app, close } = await given({ publicUrl: "https://shop.example/api" })
  const served = (await app.inject("/openapi.json")).json()
  expect(served.servers).toEqual([{ url: "https://shop.example/api" }])
  const page = await app.inject("/docs")
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'")
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
  expect(files).toHaveLength(3)
  for (const file of files) {
    const { body, statusCode } = await app.inject(`/${file}`)
    expect([file, statusCode, body.length > 100]).toEqual([file, 200, true])
  }
  await close()
})
