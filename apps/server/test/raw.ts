/** Connections as an attacker has them: what is sent is text, and nothing is read unless it is asked for. */
import { connect, type Socket } from "node:net"

/** A connection that is written to and not read from. */
export const deaf = (port: number, text: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1", () => resolve(socket)))
    socket.pause().on("error", reject)
  })

/** Sends text, and gives everything that comes back until the server hangs up. */
export const sendText = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"))
    socket
      .setEncoding("latin1")
      .on("data", (piece: string) => (received += piece))
      .on("error", () => {})
      .on("close", () => resolve(received))
  })

/** The statuses of the answers in a text. */
export const statusesOf = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
