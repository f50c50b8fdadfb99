/** The reference in Markdown: each operation with each of its parameters and fields, at the addresses that the list names. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { contract } from "@bottega/domain/areas"
import { answerOf, entries, fieldsOf, pathOf } from "@bottega/domain/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { given } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
beforeAll(async () => {
  server = await given({})
})
afterAll(() => server.close())

const read = async (url: string) => {
  const { body, headers, statusCode } = await server.app.inject({ url, headers: { host: "shop.example:8080" } })
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"])
  return body
}

it("lists a page for each area, which is served", async () => {
  const list = await read("/llms.txt")
  const paths = [...list.matchAll(/\]\((\/docs\/\S+\.md)\)/g)].map(([, path]) => path!)
  const names = [
    "first-order",
    "paging",
    "idempotency",
    "limits",
    "webhooks",
    "testing",
    "testing-pytest",
    "testing-phpunit"
  ]
  const guides = [...names, "failing-on-purpose", "recording"].map((name) => `/docs/guides/${name}.md`)
  expect(paths).toEqual([
    "/docs/introduction.md",
    ...guides,
    ...Object.keys(contract).map((area) => `/docs/${area}.md`)
  ])
  for (const path of paths) expect((await read(path)).startsWith("# ")).toBe(true)
})

it("shows a guide as it is, without links to what it does not serve", async () => {
  const guide = await read("/docs/guides/first-order.md")
  const file = readFileSync(join(import.meta.dirname, "../../../docs/guides/first-order.md"), "utf8")
  expect(file).toContain("[The list of errors](../errors.md)")
  expect(guide).toBe(file.replace("[The list of errors](../errors.md)", "The list of errors"))
  expect(await read("/docs/guides/limits.md")).toContain("[webhooks](webhooks.md)")
  const { statusCode } = await server.app.inject({ url: "/docs/guides/..%2f..%2fpackage.json" })
  expect(statusCode).toBe(404)
})

it.each(Object.keys(contract))("shows each operation of %s with its parameters, fields and example", async (area) => {
  const page = await read(`/docs/${area}.md`)
  const sections = new Map(page.split(/^## /m).map((section) => [section.split("\n", 1)[0]!, section]))
  for (const { endpoint, id } of entries(contract).filter((entry) => entry.area === area)) {
    const section = sections.get(id)!
    expect(section).toContain(`\`${endpoint.method} ${pathOf(endpoint)}\``)
    for (const { name, required } of fieldsOf(endpoint)) {
      const [line] = section.split("\n").filter((one) => one.startsWith(`- \`${name}\`: `))
      expect(/\. Required(?:\.|$)/.test(line!), `${id}: ${name}`).toBe(required)
    }
    const answer = answerOf(endpoint)
    for (const { name } of (answer.item ?? answer).inner ?? []) expect(section, id).toContain(`\n- \`${name}\`: `)
    expect(section.includes("An example of its parameters"), id).toBe(true)
  }
  expect(page).not.toContain("http://embedded")
})

it("names the address that it was asked at, and only the listener's own operations", async () => {
  expect(await read("/docs/gallery.md")).toContain("http://shop.example:8080/images/")
  const control = await given({ surface: "control" })
  const { body } = await control.app.inject({ url: "/llms.txt" })
  await control.close()
  expect([body.includes("/docs/shops.md"), body.includes("/docs/brands.md")]).toEqual([true, false])
})
