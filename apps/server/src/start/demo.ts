/** What a start's pages show of its demo shop. */
import { type Entry, pathOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { demoCode, inProcessTransport, makeService, type Service } from "@bottega/service"
import type { Storage } from "@bottega/storage"
import type { ManagedRuntime } from "effect"
import type { Config } from "../config/config.ts"
import type { Credentials } from "../config/credentials.ts"
import type { DemoKeys } from "../docs/demo-keys.ts"
import { kept } from "../docs/kept.ts"
import type { DemoReader } from "../openapi/demo-examples.ts"
import { demoKeysOf } from "./demo-keys.ts"

type Runtime = ManagedRuntime.ManagedRuntime<Storage, unknown>

/** What the pages of a start show of its demo shop: its keys, codes to sign in, and reads of it for the examples; none or all. */
export const demoOf = (runtime: Runtime, service: Service, config: Config, credentials: Credentials) => {
  const demoKeys = demoKeysOf(config, credentials)
  const { shop, token } = credentials
  if (demoKeys === undefined || shop === null) return {}
  const code = () => runtime.runPromise(demoCode(service, token, shop))
  return { demoKeys, demoCode: code, demoShop: readerOf(runtime, demoKeys, shop) }
}

/** Reads with the demo shop's keys within the process; these calls count against no limit and are not logged. */
const readerOf = (runtime: Runtime, { exchange, key }: DemoKeys, shop: string): DemoReader => {
  const transport = kept(async () =>
    inProcessTransport(await runtime.runPromise(makeService({ throttle: false })), (effect) =>
      runtime.runPromise(effect)
    )
  )
  const read = async ({ endpoint }: Entry, parameters: object) => {
    const query = new URLSearchParams(format(parameters)).toString()
    const sent = { method: "GET", path: pathOf(endpoint), query, headers: { key, exchange }, body: undefined }
    const { pieces, status } = await (await transport())(sent)
    return status === 200 ? { json: await jsonOf(pieces()) } : undefined
  }
  return { shop, read }
}

/** The JSON of a text, if it is short. */
const jsonOf = async (pieces: AsyncIterable<string>): Promise<unknown> => {
  let text = ""
  for await (const piece of pieces) {
    text += piece
    if (text.length > maxLength) return undefined
  }
  return JSON.parse(text)
}
const maxLength = 200_000
