/** A new pair is posted to its application once it is durable, and issued whether or not the application accepts it. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { parseJson } from "@bottega/domain/contract"
import { adapters } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { digest } from "../src/engine/ids.ts"
import type { Service } from "../src/engine/service.ts"
import { makeService } from "../src/service.ts"

interface Issued {
  readonly key: string
  readonly exchange: string
  readonly instance: string
  readonly delivered: boolean
}

const called = (service: Service, id: string, form: object) =>
  Effect.gen(function* () {
    const operation = service.operations.find((one) => one.id === id)!
    const admitted = yield* Effect.orDie(Effect.mapError(service.admit(operation, { token: "token" }, ""), () => "no"))
    const call = { requestId: "r", ip: "127.0.0.1", base: "http://x", sent: [parseJson(JSON.stringify(form))] }
    return JSON.parse((yield* service.run(operation, admitted, call)).body as string)
  })

/** Issues a key set for an application that answers with `handle`. */
const issuedTo = async (handle: RequestListener, allowPrivateUrls = true, onConnection = () => {}): Promise<Issued> => {
  const server = createServer(handle).on("connection", onConnection)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // Without private urls, plain http is refused before any call, so the url is https.
  const auth_url = `http${allowPrivateUrls ? "" : "s"}://127.0.0.1:${(server.address() as AddressInfo).port}/auth`
  const issued = Effect.gen(function* () {
    const service = yield* makeService({ tokenDigest: digest("token"), allowPrivateUrls })
    const { id } = yield* called(service, "shops.create", { name: "Anna" })
    return (yield* called(service, "keys.create", { shop: id, permission: "read", auth_url })) as Issued
  })
  try {
    return await Effect.runPromise(Effect.provide(issued, adapters[0]!.open("", allCollections)))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it("posts instance, key and exchange as a form", async () => {
  const received: Array<string> = []
  const issued = await issuedTo(async (request, answer) => {
    for await (const piece of request.setEncoding("utf8")) received.push(piece)
    received.unshift(`${request.method} ${request.url} ${request.headers["content-type"]}`)
    answer.end("ok")
  })
  const { exchange, instance, key } = issued
  expect(issued.delivered).toBe(true)
  expect(received).toEqual([
    "POST /auth application/x-www-form-urlencoded",
    `instance=${instance}&key=${key}&exchange=${exchange}`
  ])
})

it("issues the pair even if the application refuses it or redirects", async () => {
  for (const status of [307, 404, 500]) {
    let calls = 0
    const issued = await issuedTo((_, answer) => {
      calls++
      answer.writeHead(status, { location: "/elsewhere" }).end()
    })
    expect([issued.delivered, issued.key.length, calls]).toEqual([false, 64, 1])
  }
})

it("does not call an application on this machine unless that is allowed", async () => {
  let connections = 0
  const issued = await issuedTo(
    () => {},
    false,
    () => connections++
  )
  expect([issued.delivered, issued.key.length, connections]).toEqual([false, 64, 0])
})
