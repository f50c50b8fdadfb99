/** Answers without end: they are read up to a bound, and their connection is then closed. */
import { expect, it } from "vitest"
import { Bottega } from "../src/index.ts"
import { server } from "./server.ts"

/** A client of a server that begins an answer so, and goes on for ever. */
const endless = (beginning: string) => {
  let closed = 0
  const more = new Uint8Array(1024 * 1024).fill(0x61)
  const { fetch, requests } = server(() => {
    let isBegun = false
    const pull = (controller: ReadableStreamDefaultController) => {
      controller.enqueue(isBegun ? more : new TextEncoder().encode(beginning))
      isBegun = true
    }
    return new Response(new ReadableStream({ pull, cancel: () => void closed++ }))
  })
  const client = new Bottega({ url: "http://shop.test", token: "t", fetch, timeoutMs: Number.POSITIVE_INFINITY })
  return { client, requests, closed: () => closed }
}

it("an answer without end is an error, and is not asked for again", async () => {
  const { client, closed, requests } = endless('[{"title":"')
  await expect(client.shops.list()).rejects.toThrow("The answer has more than 134217728 characters.")
  expect([closed(), requests.length]).toEqual([1, 1])
})

it("an item without end is an error", async () => {
  const { client, closed } = endless('[{"title":"')
  const read = async () => {
    for await (const entry of client.follow.entries.all({ shop: "s", topics: ["events"] })) return entry
    return undefined
  }
  await expect(read()).rejects.toThrow("http://shop.test does not answer as this API does")
  expect(closed()).toBe(1)
})
