/** A server as a function, for tests of programs that call this API: each test begins with the shop as it was. */
import { type EmbeddedOptions, opened } from "@bottega/service"
import type { Played } from "@bottega/service/recording"
import { Effect } from "effect"
import { makeLog } from "./log/log.ts"
import { createServer } from "./server.ts"

export type { Played } from "@bottega/service/recording"

/** A running server with one shop. */
export interface TestServer {
  /** Its address, such as `http://127.0.0.1:49152`. */
  readonly url: string
  /** The id of its shop. */
  readonly shop: string
  /** A key set that may read and write, and one that may only read. */
  readonly key: string
  readonly exchange: string
  readonly readKey: string
  readonly readExchange: string
  /** The operator's token. */
  readonly token: string
  /** Takes a snapshot of the shop, by default the one to which `restore` returns. */
  readonly save: (name?: string) => Promise<void>
  /** Returns the shop to a snapshot, by default to the last one without a name: at first, that of the start. */
  readonly restore: (name?: string) => Promise<void>
  /** Returns the shop to how it began. */
  readonly reset: () => Promise<void>
  /** Moves the clock forward; background work that becomes due is done before it ends. */
  readonly forward: (seconds: number) => Promise<void>
  /** Plays a recording of calls, as `bottega serve --record` or a browser writes it, and compares the answers. */
  readonly play: (file: string) => Promise<Played>
  readonly close: () => Promise<void>
}

/** Starts a server on a free port of this machine, by default with a store in memory. */
export const testServer = async (options: EmbeddedOptions = {}): Promise<TestServer> => {
  const { service, store } = await opened(options)
  const server = createServer(service, { log: makeLog({ level: "error" }), ready: Effect.void, workbench: true })
  const close = async () => {
    await server.drain(1000)
    await store.close()
  }
  try {
    const url = await server.listen(0, "127.0.0.1")
    const calls = callsOf(store)
    await calls.save()
    const { exchange, key, readExchange, readKey, shop, token } = store
    const play = async (file: string) => (await import("@bottega/service/recording")).playRecording(store, file)
    return { url, shop, key, exchange, readKey, readExchange, token, ...calls, play, close }
  } catch (error) {
    await close()
    throw error
  }
}

const callsOf = ({ shop, token, transport }: Awaited<ReturnType<typeof opened>>["store"]) => {
  const call = async (method: string, path: string, parameters: Record<string, string>): Promise<void> => {
    const headers = { authorization: `Bearer ${token}` }
    const body = new URLSearchParams(parameters).toString()
    const { status, text } = await transport({ method, path: `/control/v1${path}`, query: "", headers, body })
    const answer = await text()
    if (status !== 200) throw new Error(`${method} ${path} was refused: ${answer}`)
  }
  return {
    save: (name = start) => call("POST", "/snapshots/snapshot.json", { shop, name }),
    restore: (name = start) => call("POST", "/snapshots/restore.json", { shop, name }),
    reset: () => call("POST", "/snapshots/reset.json", { shop }),
    forward: (seconds: number) => call("PUT", "/clock.json", { forward_seconds: String(seconds) })
  }
}

/** The snapshot without a name of the caller's. */
const start = "start"
