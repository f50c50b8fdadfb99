/** What calls on the store locator are refused for. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Suite } from "../../surface.ts"
import { newPoint, pathsOf, pointPath } from "./sample.ts"

const listPath = "/v1.1/storelocator/list.json"
const required = ["name", "address", "geo[lat]", "geo[long]"]

/** Registers what is refused. */
export const refused: Suite["register"] = (open) => {
  it("need a name, an address and coordinates, when they change too", async () => {
    const { send } = await open()
    const empty = await send({ method: "POST", path: pointPath, body: "name=&address=&geo[lat]=&contact_phone=" })
    expect([empty.status, pathsOf(empty.json)]).toEqual([400, required])
    const change = await send({ method: "PUT", path: pointPath, body: "disabled=1" })
    expect([change.status, pathsOf(change.json)]).toEqual([400, ["id", ...required]])
    for (const method of ["GET", "DELETE"]) {
      const { json, status } = await send({ method, path: pointPath })
      expect([status, pathsOf(json)]).toEqual([400, ["id"]])
    }
    const absent = await send({ method: "PUT", path: pointPath, body: { ...newPoint(), id: noId } })
    expect([absent.status, absent.json.err]).toEqual([404, "The shop has no such store locator point."])
  })

  it("name everything that is wrong with a new one at once", async () => {
    const { send } = await open()
    const body = {
      ...newPoint(),
      geo: { lat: "90.000001", long: "-180.5" },
      disabled: 2,
      contact_email: "brera",
      contact_website: "ftp://example.com",
      custom: { 0: "a", 51: "z", x: "y", 3: "a".repeat(2001) }
    }
    const { json, status } = await send({ method: "POST", path: pointPath, body })
    const wrong = ["geo[lat]", "geo[long]", "disabled", "contact_email", "contact_website"]
    expect([status, [...pathsOf(json)].sort()]).toEqual([
      400,
      [...wrong, "custom[3]", "custom[51]", "custom[x]"].sort()
    ])
    for (const [name, value] of [
      ["contact_email", "brera"],
      ["contact_website", "javascript:alert(1)"]
    ]) {
      const put = await send({ method: "PUT", path: pointPath, body: { ...newPoint(), id: noId, [name!]: value } })
      expect([put.status, pathsOf(put.json)]).toEqual([400, [name]])
    }
  })

  it("take latitudes to 90 and longitudes to 180 degrees, and no text for one", async () => {
    const { send } = await open()
    const post = async (lat: string, long: string) => {
      const { json, status } = await send({
        method: "POST",
        path: pointPath,
        body: { ...newPoint(), geo: { lat, long } }
      })
      return status === 200 ? [] : pathsOf(json)
    }
    for (const [lat, long] of [
      ["90", "180"],
      ["-90", "-180"],
      ["-0", "1e-7"],
      ["45.474096", "9.187543"]
    ] as const)
      expect(await post(lat, long)).toEqual([])
    for (const wrong of ["91", "-90.1", "north", "NaN", "Infinity", "1e400"])
      expect(await post(wrong, "0")).toEqual(["geo[lat]"])
    for (const wrong of ["180.1", "-181", "9,19", "0x10"]) expect(await post("0", wrong)).toEqual(["geo[long]"])
  })

  it.each([
    ["custom[51]=z", ["custom[51]"]],
    ["custom[0]=a&custom[50]=z", ["custom[50]"]],
    ["custom[1]=a&custom[1]=b", ["custom[1]"]],
    ["custom[01]=a", ["custom[01]"]],
    ["custom[-1]=a&custom[1.5]=b", ["custom[-1]", "custom[1.5]"]],
    ["custom[1][2]=a", ["custom[1]"]],
    ["custom[][2]=a", ["custom[]"]],
    [Array.from({ length: 51 }, () => "custom[]=a").join("&"), ["custom[]"]],
    [`custom[50]=z&${Array.from({ length: 3000 }, () => "custom=a").join("&")}`, ["custom"]]
  ])("have at most 50 custom texts, each a text: %.60s", async (sent, paths) => {
    const { send } = await open()
    const body = `name=x&address=y&geo[lat]=1&geo[long]=2&${sent}`
    const { json, status } = await send({ method: "POST", path: pointPath, body })
    expect([status, pathsOf(json)]).toEqual([400, paths])
  })

  it.each([
    ["near[lat]=45&near[long]=9", ["radius_km"]],
    ["near[lat]=45", ["near[long]", "radius_km"]],
    ["near[lat]=45&radius_km=5", ["near[long]"]],
    ["radius_km=5", ["near[lat]", "near[long]"]],
    ["near=5&radius_km=5", ["near"]],
    ["near[lat]=-90.5&near[long]=180.5&radius_km=1000.001", ["near[lat]", "near[long]", "radius_km"]],
    ["near[lat]=45&near[long]=9&radius_km=-1", ["radius_km"]],
    ["near[lat]=45&near[long]=9&radius_km=all", ["radius_km"]],
    ["near[lat]=45&near[long]=9&radius_km=5&radius_km=6", ["radius_km"]]
  ])("are not listed for %s", async (query, paths) => {
    const { send } = await open()
    const { json, status } = await send({ method: "GET", path: listPath, query })
    expect([status, [...pathsOf(json)].sort()]).toEqual([400, paths])
  })

  it("are all listed where the place and the radius are empty", async () => {
    const { api, send } = await (await open()).withShop()
    await api.storelocator.create(newPoint())
    expect(await api.storelocator.list()).toHaveLength(1)
    const { status } = await send({ method: "GET", path: listPath, query: "near[lat]=&near[long]=&radius_km=" })
    expect(status).toBe(200)
  })
}
