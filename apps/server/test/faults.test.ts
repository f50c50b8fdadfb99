/** Faults on purpose exist only on a server for development; there, pages of other origins may ask for them too. */
import { afterEach, expect, it } from "vitest"
import { given, opened, operator } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
afterEach(() => server.close())

const path = "/control/v1/faults"

it.each(["GET", "POST", "DELETE"] as const)("are unknown to any other server, and %s says why", async (method) => {
  server = await given({})
  const url = method === "GET" ? `${path}/list.json` : `${path}/fault.json`
  const { body, statusCode } = await server.app.inject({ method, url, headers: operator })
  expect([statusCode, JSON.parse(body).error.type]).toEqual([404, "not_found"])
  expect(JSON.parse(body).err).toContain("--workbench")
  expect((await server.app.inject({ method, url })).statusCode).toBe(401)
})

it("may be asked for by pages of other origins only there", async () => {
  for (const workbench of [false, true]) {
    server = await given({ workbench })
    const { headers } = await server.app.inject({ method: "OPTIONS", url: "/v1.1/orders/list.json" })
    expect(`${headers["access-control-allow-headers"]}`.split(", ").includes("prefer")).toBe(workbench)
    await server.close()
  }
  server = await given({})
})

it("applies a rule to the next call, also where the answer to an earlier one is cached", async () => {
  server = await given({ workbench: true })
  const { reading } = await opened(server)
  const url = "/v1.1/brands/list.json"
  const status = async () => (await server.app.inject({ method: "GET", url, headers: reading })).statusCode
  for (let n = 0; n < 3; n++) {
    expect([await status(), await status()]).toEqual([200, 200])
    const payload = { operation: "brands.list", status: 503 }
    const made = await server.app.inject({ method: "POST", url: `${path}/fault.json`, headers: operator, payload })
    expect([await status(), await status()]).toEqual([503, 503])
    const rule = {
      method: "DELETE",
      url: `${path}/fault.json`,
      headers: operator,
      payload: { id: made.json().id }
    } as const
    expect((await server.app.inject(rule)).statusCode).toBe(200)
  }
})
