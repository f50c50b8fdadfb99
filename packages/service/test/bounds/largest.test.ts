/** The largest document of each kind is made, read, changed and removed with little work, and takes no further member. */
import { collections } from "@bottega/domain/areas"
import { type Collection, maxDocumentBytes, valuesOf } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { describe, expect, it } from "vitest"
import { type Call, open, searched } from "./ground.ts"
import { largest } from "./largest.ts"

const kinds = Object.entries(largest).flatMap(([name, one]) => (typeof one === "string" ? [] : [[name, one] as const]))

/** The work of the largest calls: 1,600 lines, 10,000 pairs, and each list searched a few times. Its square is millions. */
const maxSearched = 100_000
/** Most are beginnings of a product's SKUs, which are written after the commit. */
const maxEntries = 6000

describe.each(["memory", "sqlite"])("in %s, the largest of", (storage) => {
  it.each(kinds)("%s", async (name, { full, make, over, after }) => {
    const { call, close, rows } = await open(storage)
    const send = async (...given: Call) => {
      let answer: Awaited<ReturnType<typeof call>> | undefined
      const members = await searched(async () => void (answer = await call(given)))
      expect([given[0], given[1], answer!.status, answer!.json.err]).toEqual([
        given[0],
        given[1],
        200,
        answer!.json.err
      ])
      expect(members).toBeLessThan(maxSearched)
      return answer!.json
    }
    const made = await make(send)
    const collection: Collection = collections[name as keyof typeof collections]
    const row = (await rows(collection)).at(-1)!
    const doc = docOf(collection, row)
    expect(
      collection.bounds.filter(({ bound, count }) => count(doc) === bound.max).map(({ path }) => path.join("."))
    ).toEqual(expect.arrayContaining([...full]))
    expect(Buffer.byteLength(row.text)).toBeLessThan(maxDocumentBytes)
    expect(Object.values(valuesOf(collection, doc)).flat().length).toBeLessThan(maxEntries)
    if (over !== undefined) expect(await call(over(made))).toMatchObject({ status: 400, json: { ok: 0 } })
    expect((await rows(collection)).at(-1)!.text).toBe(row.text)
    for (const next of await after(made, send)) await send(...next)
    await close()
  })
})
