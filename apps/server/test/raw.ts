/** Connections as an attacker has them: what is sent is text, and nothing is read unless it is asked for. */
import { connect, type Socket } from "node:net"
import { connect as connectSecurely, TLSSocket } from "node:tls"

/** How to connect: with TLS to a server whose certificate an authority has signed, or plainly. */
export interface Dialling {
  readonly ca?: string | undefined
  readonly allowHalfOpen?: boolean
}

const carriers = new WeakMap<Socket, Socket>()

/** Connects to a port of this machine; `ready` is called once the connection can be written to. */
export const dial = (port: number, { allowHalfOpen = false, ca }: Dialling, ready = () => {}): Socket => {
  if (ca === undefined) return connect({ port, host: "127.0.0.1", allowHalfOpen }, ready)
  const carrier = connect({ port, host: "127.0.0.1", allowHalfOpen })
  const socket = connectSecurely({ socket: carrier, ca, host: "127.0.0.1", allowHalfOpen } as never, ready)
  carriers.set(socket, carrier)
  return socket
}

/** Breaks a connection off with a reset. */
export const reset = (socket: Socket): void => {
  const carrier = carriers.get(socket) ?? socket
  carrier.resetAndDestroy()
  if (socket instanceof TLSSocket) socket.destroy()
}

/** A connection that is written to and not read from. */
export const deaf = (port: number, text: string, how: Dialling = {}): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = dial(port, how, () => socket.pause().write(text, "latin1", () => resolve(socket)))
    socket.on("error", reject)
    // A TLS handshake must be read.
    if (how.ca === undefined) socket.pause()
  })

/** Sends text, and gives everything that comes back until the server hangs up. */
export const sendText = (port: number, text: string, how: Dialling = {}): Promise<string> =>
  new Promise((resolve) => {
    let received = ""
    const socket = dial(port, how, () => socket.write(text, "latin1"))
    socket
      .setEncoding("latin1")
      .on("data", (piece: string) => (received += piece))
      .on("error", () => {})
      .on("close", () => resolve(received))
  })

/** The statuses of the answers in a text. */
export const statusesOf = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
