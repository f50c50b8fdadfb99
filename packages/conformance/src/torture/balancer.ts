/**
 * A plain TCP load balancer: it asks each server whether it is ready, gives every connection to a ready one, and
 * forwards bytes and closes without looking at them.
 */
import { get } from "node:http"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A running balancer. */
export interface Balancer {
  readonly url: string
  /** Replaces the servers behind it, given by their addresses. */
  readonly balance: (servers: ReadonlyArray<string>) => Promise<void>
  readonly close: () => void
}

/** Milliseconds between two readiness checks. */
const pauseMs = 200

/** Starts a balancer without servers. */
export const balancer = async (): Promise<Balancer> => {
  let all: ReadonlyArray<string> = []
  let ready: ReadonlyArray<string> = []
  let turn = 0
  const sockets = new Set<Socket>()
  const check = async () => {
    const answers = await Promise.all(all.map(async (url) => ((await isReady(url)) ? [url] : [])))
    ready = answers.flat()
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const chosen = ready[turn++ % ready.length]
    if (chosen === undefined) return void client.resetAndDestroy()
    const { hostname, port } = new URL(chosen)
    const behind = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
    }
    join(client, behind)
    join(behind, client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const checking = setInterval(() => void check(), pauseMs)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    balance: (servers) => {
      all = servers
      return check()
    },
    close: () => {
      clearInterval(checking)
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}

/** Forwards data, its end, and a reset. */
const join = (from: Socket, to: Socket): void => {
  from.pipe(to)
  from.on("error", () => to.resetAndDestroy())
}

const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(`${url}/readyz`, { agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on("error", () => resolve(false))
  })
