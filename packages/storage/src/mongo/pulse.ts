/** Distinguishes a slow server from an unreachable one, whose connections break only much later. */
import type { MongoClient, TopologyDescription } from "mongodb"
import { Unavailable } from "../storage.ts"
import { times } from "./client.ts"
import { OwnTime } from "./own-time.ts"

/** Listens to the heartbeats of the servers that a client writes to. */
export class Heartbeats {
  readonly #time = new OwnTime()
  /** When each server last answered, a heartbeat or a command. */
  readonly #heard = new Map<string, number>()
  #writable: ReadonlyArray<string> = []
  /** Since when there has been no such server. */
  #gone: number | undefined
  #isRouted = false
  #shocks = 0

  constructor(client: MongoClient) {
    client.on("serverHeartbeatSucceeded", ({ connectionId }) => this.#hear(connectionId))
    // A command was answered, or its connection broke: a silent server does neither.
    client.on("connectionCheckedIn", ({ address }) => this.#hear(address))
    client.on("connectionPoolCleared", () => this.#shocks++)
    client.on("topologyDescriptionChanged", ({ newDescription }) => {
      this.#writable = writableOf(newDescription)
      this.#isRouted = [...newDescription.servers.values()].some(({ type }) => routers.has(type))
      this.#gone = this.#writable.length > 0 ? undefined : (this.#gone ?? performance.now())
    })
  }

  /** Whether commands reach the documents through a router. */
  get isRouted(): boolean {
    return this.#isRouted
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

  /**
   * The result of a piece of work; fails as `Unavailable` with that reason if the server is silent, or if the work takes
   * `limitMs` milliseconds. Both count the time that this process was able to use.
   */
  inTime<A>(work: Promise<A>, reason: "unreachable" | "unknown", limitMs: number = times.patience): Promise<A> {
    return new Promise((resolve, reject) => {
      const begun = this.#time.passedMs
      const check = () => {
        const waited = this.#time.passedMs - begun
        if (waited < times.answer || (this.#alive && waited < limitMs)) return
        // The answer may never come, and the timer would keep this process alive.
        stop()
        reject(new Unavailable({ reason, cause: new Error("MongoDB does not answer") }))
      }
      const stop = this.#time.whilePassing(check)
      work.then(resolve, reject).finally(stop)
    })
  }

  /** A server is alive if it has answered anything lately. */
  get #alive(): boolean {
    const since = this.#time.passedMs - times.pulse
    return this.#writable.some((server) => (this.#heard.get(server) ?? Number.NEGATIVE_INFINITY) > since)
  }

  #hear(server: string): void {
    this.#heard.set(server, this.#time.passedMs)
  }
}

const routers = new Set<string>(["Mongos", "LoadBalancer"])

const writableOf = ({ servers }: TopologyDescription): ReadonlyArray<string> =>
  [...servers].filter(([, { isWritable }]) => isWritable).map(([address]) => address)
