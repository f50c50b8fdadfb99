/** Watches a server from outside by what it counts of itself: how long its event loop was held, and how much memory it has. */
import { Connection } from "./connection.ts"

/** What was seen of a server. */
export interface Health {
  /** The longest that the event loop was held, in milliseconds. */
  longest: number
  /** Resident memory in bytes. */
  readonly begin: number
  peak: number
  now: number
}

/** Reads a server's counts; fails where it does not answer. */
export class Watch {
  readonly #url: string
  #held = 0
  readonly health: Health

  private constructor(url: string, resident: number) {
    this.#url = url
    this.health = { longest: 0, begin: resident, peak: resident, now: resident }
  }

  /** Begins to watch. */
  static async begin(url: string): Promise<Watch> {
    return new Watch(url, gauge(await metricsOf(url), "process_resident_memory_bytes"))
  }

  /** Reads the counts. */
  async read(): Promise<void> {
    this.see(await metricsOf(this.#url))
  }

  /** Takes in counts, whoever asked for them: the server forgets its longest hold with each reading. */
  see(text: string): void {
    const { health } = this
    this.#held = Math.max(this.#held, gauge(text, "bottega_event_loop_delay_max_seconds") * 1000)
    health.longest = Math.max(health.longest, this.#held)
    health.now = gauge(text, "process_resident_memory_bytes")
    health.peak = Math.max(health.peak, health.now)
  }

  /** Reads the counts, and gives how long the loop was held at most since this was asked before, in milliseconds. */
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
