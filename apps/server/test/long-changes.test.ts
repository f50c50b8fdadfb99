/** Tests what HTTP does with an answer that begins before its change ends. */
import { once } from "node:events"
import { type ClientRequest, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { Service } from "@bottega/service"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { given, operator } from "./given.ts"

const path = "/control/v1/customers/data.json"

/** A server whose change answers with blanks until `end` is called. */
const long = async () => {
  let end: (failure?: Error) => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = () => resolve()
  })
  let failure: Error | undefined
  let left = () => {}
  const leaving = new Promise<void>((resolve) => {
    left = resolve
  })
  async function* body() {
    let isOver = false
    void ended.then(() => (isOver = true))
    try {
      while (!isOver) {
        yield " "
        await new Promise(setImmediate)
      }
      if (failure !== undefined) throw failure
      yield "{}"
    } finally {
      left()
    }
  }
  const change = (service: Service): Service => ({
    ...service,
    run: (operation, admitted, call) =>
      operation.endpoint.method === "DELETE"
        ? Effect.sync(() => ({ status: 200, body: body(), ended }))
        : service.run(operation, admitted, call)
  })
  const server = await given({ change })
  await server.app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = server.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${path}?shop=x&email=a@example.com`
  return {
    ...server,
    end: (error?: Error) => {
      failure = error
      end()
    },
    leaving,
    send: () => request(url, { method: "DELETE", headers: operator }).on("error", () => {})
  }
}

let server: Awaited<ReturnType<typeof long>>
afterEach(() => server.close())

/** The response to a request, once its first blank has come. */
const first = async (sent: ClientRequest) => {
  sent.end()
  const [response] = await once(sent, "response")
  await once(response, "readable")
  return response
}

it("sends blanks and then the answer, which a reader of JSON takes as it is", async () => {
  server = await long()
  const response = await first(server.send())
  server.end()
  let text = ""
  for await (const piece of response) text += piece
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"])
  expect(text).toMatch(/^ +\{\}$/)
  expect(JSON.parse(text)).toEqual({})
})

it("cuts the connection of a change that fails after its answer has begun", async () => {
  server = await long()
  const response = await first(server.send())
  server.end(new Error("refused"))
  const read = async () => {
    for await (const _ of response);
  }
  await expect(read()).rejects.toThrow("aborted")
})

it("holds the place of a change whose client has left, until the change ends", async () => {
  server = await long()
  const sent = server.send()
  await first(sent)
  const recorded = () => server.log.lines.filter(({ method }) => method === "DELETE")
  sent.destroy()
  await server.leaving
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
  expect(recorded()).toEqual([])
  server.end()
  while (recorded().length === 0) await new Promise(setImmediate)
  expect(recorded()).toMatchObject([{ status: 499 }])
})
