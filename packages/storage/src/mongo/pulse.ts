/** Tells a server that takes its time from one that is gone without a word, whose connections break only much later. */
import type { MongoClient, TopologyDescription } from "mongodb"
import { Unavailable } from "../storage.ts"
import { times } from "./client.ts"

/** Listens to the servers that a client writes to. */
export class Pulse {
  /** When each server last answered the client's own question whether it is there. */
  readonly #heard = new Map<string, number>()
  #writable: ReadonlyArray<string> = []
  /** Since when there is none of them. */
  #gone: number | undefined
  #shocks = 0

  constructor(client: MongoClient) {
    client.on("serverHeartbeatSucceeded", ({ connectionId }) => this.#heard.set(connectionId, performance.now()))
    client.on("connectionPoolCleared", () => this.#shocks++)
    client.on("topologyDescriptionChanged", ({ newDescription }) => {
      this.#writable = writableOf(newDescription)
      this.#gone = this.#writable.length > 0 ? undefined : (this.#gone ?? performance.now())
    })
  }

  /** How often the connections to a server were given up so far. */
  get shocks(): number {
    return this.#shocks
  }

  /**
   * Why nothing can be asked now: there has been no server for as long as one is waited for. Those who wait in line for
   * a document would otherwise each wait anew.
   */
  get absent(): Unavailable | undefined {
    if (this.#gone === undefined || performance.now() - this.#gone < times.wait) return undefined
    return new Unavailable({ reason: "unreachable", cause: new Error("there is no MongoDB to write to") })
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
