/** Tells a server that takes its time from one that is gone without a word, whose connections break only much later. */
import type { MongoClient, TopologyDescription } from "mongodb"
import { Unavailable } from "../storage.ts"
import { times } from "./client.ts"

/** Listens to the servers that a client writes to. */
export class Pulse {
  /** When each server last answered the client's own question whether it is there. */
  readonly #heard = new Map<string, number>()
  #writable: ReadonlyArray<string> = []
  #shocks = 0

  constructor(client: MongoClient) {
    client.on("serverHeartbeatSucceeded", ({ connectionId }) => this.#heard.set(connectionId, performance.now()))
    client.on("connectionPoolCleared", () => this.#shocks++)
    client.on("topologyDescriptionChanged", ({ newDescription }) => {
      this.#writable = writableOf(newDescription)
    })
  }

  /** How often the connections to a server were given up so far. */
  get shocks(): number {
    return this.#shocks
  }

  /** What a work gives; failed as `Unavailable` with that reason when it takes too long. */
  inTime<A>(work: Promise<A>, reason: "unreachable" | "unknown"): Promise<A> {
    return new Promise((resolve, reject) => {
      const begun = performance.now()
      const check = () => {
        if (this.#alive && performance.now() - begun < times.patience) timer = setTimeout(check, 100)
        else reject(new Unavailable({ reason, cause: new Error("MongoDB does not answer") }))
      }
      let timer = setTimeout(check, times.answer)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  get #alive(): boolean {
    const since = performance.now() - times.pulse
    return this.#writable.some((server) => (this.#heard.get(server) ?? 0) > since)
  }
}

const writableOf = ({ servers }: TopologyDescription): ReadonlyArray<string> =>
  [...servers].filter(([, { isWritable }]) => isWritable).map(([address]) => address)
