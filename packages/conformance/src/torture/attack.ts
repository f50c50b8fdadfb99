/**
 * Opens connections that occupy a server, in a thread of their own. Each sends its text, and then one byte a second if
 * a drip is given; one that is closed is opened again a second later. Answers are read only if requested.
 */
import { connect } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/** What every connection of an attack does. */
export interface Attack {
  readonly port: number
  readonly connections: number
  readonly text: string
  readonly drip: string
  readonly reads: boolean
}

const { connections, drip, port, reads, text } = workerData as Attack
let begun = 0

const open = (): void => {
  let first = true
  const socket = connect(port, "127.0.0.1", () => socket.write(text, report))
  const report = () => {
    if (first && ++begun === connections) parentPort!.postMessage("begun")
    first = false
  }
  const dripping = drip === "" ? undefined : setInterval(() => socket.write(drip), 1000)
  if (reads) socket.resume()
  else socket.pause()
  socket.on("error", () => {})
  socket.on("close", () => {
    clearInterval(dripping)
    report()
    setTimeout(open, 1000)
  })
}
for (let opened = 0; opened < connections; opened++) open()
