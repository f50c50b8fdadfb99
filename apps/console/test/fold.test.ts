/** The pages of areas, as the contract gives them. A new area has its pages without a line here or in the console. */
import { describe, expect, it } from "vitest"
import { operations } from "../src/contract/operations.ts"
import {
  actionsOf,
  areaNames,
  areaOfCollection,
  entryKeyOf,
  isRemoval,
  listOfCollection,
  pagesOf
} from "../src/fold/area.ts"
import { columnsOf, filtersOf, firstColumns, sentFor, valueAt } from "../src/fold/columns.ts"
import { shopPlaces, views, workbenchPlaces } from "../src/views/views.ts"
import { labelNames } from "../src/words/names.ts"

const viewed = Object.entries(views)

describe.each(areaNames)("the area %s", (area) => {
  const pages = pagesOf(area, views[area]?.list)

  it("shows each of its operations somewhere", () => {
    const own = operations.filter((one) => one.area === area && one.endless === undefined)
    const reached = new Set([
      ...[pages.list, pages.read?.operation, pages.create].map((one) => one?.id),
      ...actionsOf(pages).map(({ operation }) => operation.id),
      ...pages.overviews.map(({ id }) => id),
      ...pages.others.map(({ id }) => id)
    ])
    expect(own.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  })

  it("has columns, if it has a list", () => {
    if (pages.list === undefined) return
    expect(firstColumns(pages.list, views[area]).length).toBeGreaterThan(0)
  })
})

it.each(viewed)("the view of %s names what there is", (area, view) => {
  const { list } = pagesOf(area, view?.list)
  const paths = columnsOf(list!).map(({ path }) => path)
  expect(
    [view!.title, ...view!.columns, ...Object.keys(view!.words ?? {})].filter((path) => !paths.includes(path))
  ).toEqual([])
  const names = filtersOf(list!, view).map(({ name }) => name)
  expect((view!.filters ?? []).filter((name) => !names.includes(name))).toEqual([])
})

it("puts each area into the menu once at most, by names that exist", () => {
  const placed = [...shopPlaces, ...workbenchPlaces].flatMap(({ areas }) => areas)
  expect(placed.length).toBe(new Set(placed).size)
  expect(placed.filter((area) => !areaNames.includes(area))).toEqual([])
})

it("finds the page of an entry, what is done with it, and its removal", () => {
  const orders = pagesOf("orders", "list")
  expect([orders.read?.operation.id, orders.read?.by]).toEqual(["orders.read", "orderID"])
  expect(pagesOf("products", "page").read?.by).toBe("uid")
  expect(pagesOf("customers", "page").read?.by).toBe("id")
  expect(pagesOf("requests").read?.operation.id).toBe("requests.request")
  const ids = actionsOf(pagesOf("brands")).map(({ operation }) => operation.id)
  expect(ids).toEqual(expect.arrayContaining(["brands.update", "brands.bindImage"]))
  expect(ids.at(-1)).toBe("brands.remove")
  expect(
    actionsOf(pagesOf("brands"))
      .filter(isRemoval)
      .map(({ operation }) => operation.id)
  ).toEqual(["brands.remove"])
})

it("finds an entry that no operation reads in its list, if something can be done with it", () => {
  expect(entryKeyOf(pagesOf("people"))).toBe("id")
  expect(entryKeyOf(pagesOf("keys"))).toBe("key")
  expect(entryKeyOf(pagesOf("ledger"))).toBeUndefined()
  expect(areaOfCollection("people")).toBe("people")
})

it("has an Italian word for each value that the lists of a shop show", () => {
  const unsaid = shopPlaces
    .flatMap(({ areas }) => areas.flatMap((area) => pagesOf(area, views[area]?.list).list ?? []))
    .flatMap((list) => columnsOf(list))
    .filter(({ part }) => part.kind === "choice")
    .flatMap(({ part }) => (part.choices ?? []).map((one) => part.labels?.[String(one)] ?? String(one)))
    .map((label) => label.replaceAll("_", " "))
    .filter((label) => !/^\d+$/.test(label) && !(label in labelNames))
  expect([...new Set(unsaid)]).toEqual([])
})

it("finds the list that a name is chosen from", () => {
  expect(listOfCollection("brands")?.id).toBe("brands.list")
  expect(areaOfCollection("products")).toBe("products")
  expect(listOfCollection("nothing")).toBeUndefined()
})

it("sends the filters of an address, and asks for the fields that its columns need", () => {
  const { list } = pagesOf("orders", "list")
  const sent = sentFor(list!, { status: "2", cursor: "stolen", nothing: "1", tags: "" }, [
    "short_id",
    "billing.fullname"
  ])
  expect(sent).toEqual({ status: "2", nodes: "billing.fullname,short_id", limit: "100" })
})

it("reads values within objects, and under names with dots", () => {
  expect(valueAt({ billing: { fullname: "Anna" } }, "billing.fullname")).toBe("Anna")
  expect(valueAt({ "billing.fullname": "Anna" }, "billing.fullname")).toBe("Anna")
  expect(valueAt({ billing: null }, "billing.fullname")).toBeUndefined()
})

it("begins a list with what people call its entries, and leaves out ids that programs use", () => {
  const columnsIn = (area: string) => firstColumns(pagesOf(area).list!, undefined)
  expect([columnsIn("brands"), columnsIn("people").includes("id")]).toEqual([["name", "uid", "slug"], false])
  expect(columnsIn("customergroups")).toEqual(["name", "description"])
  expect(columnsIn("gallery")[0]).toBe("id")
})

it("shows what an area without a list answers about the shop", () => {
  expect(pagesOf("store").overviews.map(({ id }) => id)).toEqual(["store.info", "store.languages", "store.overview"])
  expect(pagesOf("shops", undefined, ({ audience }) => audience !== "operator").overviews.map(({ id }) => id)).toEqual([
    "shops.read"
  ])
  expect(pagesOf("brands").overviews).toEqual([])
})
