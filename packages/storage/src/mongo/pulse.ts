/** Distinguishes a slow server from an unreachable one, whose connections break only much later. */
import type { MongoClient, TopologyDescription } from "mongodb"
import { Unavailable } from "../storage.ts"
import { times } from "./client.ts"

/** Listens to the heartbeats of the servers that a client writes to. */
export class Heartbeats {
  /** When each server last answered the client's heartbeat. */
  readonly #heard = new Map<string, number>()
  #writable: ReadonlyArray<string> = []
  /** Since when there has been no such server. */
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

  /** How often the connections to a server have been dropped so far. */
  get shocks(): number {
    return this.#shocks
  }

  /**
   * Why no query can be sent now: there has been no server for as long as a caller would wait for one. Otherwise each
   * caller in a document's queue would wait that long again.
   */
  get absent(): Unavailable | undefined {
    if (this.#gone === undefined || performance.now() - this.#gone < times.wait) return undefined
    return new Unavailable({ reason: "unreachable", cause: new Error("there is no MongoDB to write to") })
  }

  /** The result of a piece of work; fails as `Unavailable` with that reason if it takes too long. */
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
