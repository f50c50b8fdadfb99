/** The limit of pages of customers with the node account. */
import { policies } from "@bottega/domain/throttle"
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"

const path = "/v1.1/clients/list_paginated.json"

export const limited = (open: () => Promise<Store>) => {
  it("are limited only where a page shows accounts, however it asks for them", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin({
      policies: { ...policies, account: { ...policies.account, limit: 3, leak: 0.001 } }
    })
    const ask = (query: string) => twin.send({ method: "GET", path, query })
    for (const query of ["", "nodes=group", "nodes=accounts,custom_fields", "limit=0&nodes=x"]) {
      const { headers } = await ask(query)
      expect([query, headers["x-service-limit"]]).toEqual([query, expect.stringMatching(/\/100000$/)])
    }
    const asked = ["nodes=group,account", "nodes[]=group&nodes[]=account", "limit=0&nodes=%20account"]
    for (const [at, query] of asked.entries()) {
      const { headers } = await ask(query)
      expect([query, headers["x-service-limit"]]).toEqual([query, `${2 - at}/3`])
    }
    const refused = await ask("nodes=account")
    expect([refused.status, refused.json.error.type]).toEqual([429, "too_many_requests"])
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect((await ask("nodes=group")).status).toBe(200)
  })
}
