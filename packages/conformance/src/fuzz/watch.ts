/**
 * Watches a server from outside through its metrics: how long its event loop was blocked, and how much memory it uses.
 */
import { Connection } from "./connection.ts"

/** What was measured of a server. */
export interface Health {
  /** The longest time for which the event loop was blocked, in milliseconds. */
  longest: number
  /** Resident memory in bytes. */
  readonly begin: number
  peak: number
  now: number
}

/** Reads a server's metrics; fails if it does not answer. */
export class Watch {
  readonly #url: string
  #held = 0
  readonly health: Health

  private constructor(url: string, resident: number) {
    this.#url = url
    this.health = { longest: 0, begin: resident, peak: resident, now: resident }
  }

  /** Starts watching. */
  static async begin(url: string): Promise<Watch> {
    return new Watch(url, gauge(await metricsOf(url), "process_resident_memory_bytes"))
  }

  /** Reads the metrics. */
  async read(): Promise<void> {
    this.see(await metricsOf(this.#url))
  }

  /** Records metrics of any reading: the server resets its longest delay with each reading. */
  see(text: string): void {
    const { health } = this
    this.#held = Math.max(this.#held, gauge(text, "bottega_event_loop_delay_max_seconds") * 1000)
    health.longest = Math.max(health.longest, this.#held)
    health.now = gauge(text, "process_resident_memory_bytes")
    health.peak = Math.max(health.peak, health.now)
  }

  /** Reads the metrics, and returns the longest delay of the loop since the previous call, in milliseconds. */
  async held(): Promise<number> {
    await this.read()
    const held = this.#held
    this.#held = 0
    return held
  }
}

const metricsOf = async (url: string): Promise<string> => {
  const connection = new Connection(url)
  const outcome = await connection.send(Buffer.from("GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
  connection.close()
  if ("none" in outcome || outcome.status !== 200) throw new Error("The server does not show its counts.")
  return outcome.text
}

const gauge = (text: string, name: string): number => {
  const [, value] = new RegExp(`^${name} (\\S+)$`, "m").exec(text) ?? []
  if (value === undefined) throw new Error(`The server does not count ${name}.`)
  return Number(value)
}
