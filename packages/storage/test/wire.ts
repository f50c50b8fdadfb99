/** A wire between a client and a server that can be cut or go silent. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
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
}

/** A wire to a port of this machine, until the scope closes. */
export const wire = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const laid = new Laid(host, port)
      laid.server.listen(0, "127.0.0.1")
      await once(laid.server, "listening")
      return laid
    }),
    (laid) => Effect.sync(() => laid.close())
  )

class Laid implements Wire {
  readonly server = createServer((near) => this.#join(near))
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  readonly #to: { readonly host: string; readonly port: number }
  #state: "whole" | "cut" | "dead" = "whole"
  #swallowing = { text: "", times: 0 }

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
    near.on("data", (bytes) => {
      if (this.#state === "dead") return
      if (this.#swallowing.times > 0 && bytes.includes(this.#swallowing.text)) {
        this.#swallowing.times--
        swallows = true
      }
      far.write(bytes)
    })
    far.on("data", (bytes) => {
      if (swallows) near.destroy()
      else if (this.#state !== "dead") near.write(bytes)
    })
    for (const [one, other] of [pair, pair.toReversed()] as ReadonlyArray<readonly [Socket, Socket]>) {
      one.on("error", () => {})
      one.on("close", () => {
        other.destroy()
        this.#pairs.delete(pair)
      })
    }
  }
}
