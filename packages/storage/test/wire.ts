/** A wire between a client and a server that can be cut, go silent, or keep an answer back. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"

/** What a wire does with the bytes it gets. */
interface Wire {
  readonly port: number
  /** Forwards everything; the initial mode. */
  readonly mend: () => void
  /** Breaks every connection, and accepts no new one. */
  readonly cut: () => void
  /** Accepts connections and bytes, and forwards nothing in either direction. */
  readonly deaden: () => void
  /** Forwards requests that contain this text, that many times, and breaks the connection before their answers. */
  readonly swallow: (text: string, times: number) => void
  /** Forwards each answer so many milliseconds later. */
  readonly slow: (ms: number) => void
  /** Counts the requests from now on that contain this text. */
  readonly count: (text: string) => () => number
  /** Keeps back the answer to the next request that contains this text; `arrived` resolves once the server has answered it. */
  readonly hold: (text: string) => { readonly arrived: Promise<void>; readonly release: () => void }
  /**
   * Breaks the connection of the next request that contains this text, and keeps the request back. `deliver` forwards it, and
   * resolves once the server has answered.
   */
  readonly delay: (text: string) => { readonly deliver: () => Promise<void> }
}

/** A wire to a port of this machine, until the scope closes. */
const wire = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const laid = new Laid(host, port)
      laid.server.listen(0, "127.0.0.1")
      await once(laid.server, "listening")
      return laid
    }),
    (laid) => Effect.sync(() => laid.close())
  )

/** A wire to the database of a connection string, and the connection string that leads through it. */
export const wireToDatabase = Effect.fnUntraced(function* (uri: string) {
  const location = new URL(uri)
  const laid = yield* wire(location.hostname, Number(location.port || 27017))
  location.host = `127.0.0.1:${laid.port}`
  // Prevents the driver from discovering the replica set's own address.
  location.searchParams.set("directConnection", "true")
  return { laid, location: location.href }
})

interface Delaying {
  readonly text: string
  readonly delivered: Promise<void>
  readonly answer: () => void
}

interface Holding {
  readonly text: string
  readonly arrive: () => void
  readonly released: Promise<void>
}

class Laid implements Wire {
  readonly server = createServer((near) => this.#join(near))
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  readonly #to: { readonly host: string; readonly port: number }
  #state: "whole" | "cut" | "dead" = "whole"
  #swallowing = { text: "", times: 0 }
  #lateMs = 0
  #holding: Holding | undefined
  #delaying: Delaying | undefined
  readonly #counters: Array<(bytes: string | Buffer) => void> = []

  constructor(host: string, port: number) {
    this.#to = { host, port }
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  mend(): void {
    // Bytes sent into a silent wire are lost.
    if (this.#state === "dead") this.#break()
    this.#state = "whole"
  }

  cut(): void {
    this.#state = "cut"
    this.#break()
  }

  deaden(): void {
    this.#state = "dead"
  }

  swallow(text: string, times: number): void {
    this.#swallowing = { text, times }
  }

  slow(ms: number): void {
    this.#lateMs = ms
  }

  count(text: string): () => number {
    let requests = 0
    this.#counters.push((bytes) => {
      if (bytes.includes(text)) requests++
    })
    return () => requests
  }

  hold(text: string): ReturnType<Wire["hold"]> {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    this.#holding = { text, arrive, released }
    return { arrived, release }
  }

  delay(text: string): ReturnType<Wire["delay"]> {
    const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    this.#delaying = { text, delivered, answer }
    return {
      deliver: () => {
        deliver()
        return answered
      }
    }
  }

  close(): void {
    this.#break()
    this.server.close()
  }

  #break(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
    this.#pairs.clear()
  }

  #join(near: Socket): void {
    if (this.#state === "cut") {
      near.destroy()
      return
    }
    const far = connect(this.#to)
    const pair = [near, far] as const
    this.#pairs.add(pair)
    let swallows = false
    let held: Holding | undefined
    let delayed: Delaying | undefined
    near.on("data", (bytes) => {
      if (this.#state === "dead") return
      if (this.#delaying !== undefined && bytes.includes(this.#delaying.text)) {
        delayed = this.#delaying
        this.#delaying = undefined
        near.destroy()
        void delayed.delivered.then(() => far.write(bytes))
        return
      }
      for (const counted of this.#counters) counted(bytes)
      if (this.#swallowing.times > 0 && bytes.includes(this.#swallowing.text)) {
        this.#swallowing.times--
        swallows = true
      }
      if (this.#holding !== undefined && bytes.includes(this.#holding.text)) {
        held = this.#holding
        this.#holding = undefined
      }
      far.write(bytes)
    })
    far.on("data", (bytes) => {
      held?.arrive()
      delayed?.answer()
      if (swallows) near.destroy()
      else if (held !== undefined) void held.released.then(() => near.write(bytes))
      else if (this.#state === "dead") return
      else if (this.#lateMs > 0) void sleep(this.#lateMs).then(() => near.write(bytes))
      else near.write(bytes)
    })
    for (const [one, other] of [pair, pair.toReversed()] as ReadonlyArray<readonly [Socket, Socket]>) {
      one.on("error", () => {})
      one.on("close", () => {
        if (delayed === undefined) other.destroy()
        this.#pairs.delete(pair)
      })
    }
  }
}
