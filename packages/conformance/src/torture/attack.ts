/**
 * Opens connections that occupy a server, in a thread of their own. Each sends its text, and then one byte a second if
 * a drip is given; one that is closed is opened again a second later. Answers are read only if requested, and with
 * `again` each answer that was read is followed by the same request.
 */
import { connect, type Socket } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/** What every connection of an attack does. */
export interface Attack {
  readonly port: number
  readonly connections: number
  readonly text: string
  readonly drip: string
  readonly reads: boolean
  readonly again?: boolean
}

const { again = false, connections, drip, port, reads, text } = workerData as Attack
let begun = 0
let answers = 0

const open = (): void => {
  let first = true
  const socket = connect(port, "127.0.0.1", () => socket.write(text, report))
  const report = () => {
    if (first && ++begun === connections) parentPort!.postMessage("begun")
    first = false
  }
  const dripping = drip === "" ? undefined : setInterval(() => socket.write(drip), 1000)
  if (again) repeat(socket)
  else if (reads) socket.resume()
  else socket.pause()
  socket.on("error", () => {})
  socket.on("close", () => {
    clearInterval(dripping)
    report()
    setTimeout(open, 1000)
  })
}

/** Sends the request again after each answer. */
const repeat = (socket: Socket): void => {
  let head = ""
  let left = 0
  let isChunked = false
  let tail = ""
  const end = () => {
    answers++
    ;[head, tail] = ["", ""]
    socket.write(text)
  }
  socket.setEncoding("latin1").on("data", (piece: string) => {
    let rest = piece
    if (!head.includes("\r\n\r\n")) {
      head += piece
      const at = head.indexOf("\r\n\r\n")
      if (at < 0) return
      rest = head.slice(at + 4)
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
      head = head.slice(0, at + 4)
    }
    tail = (tail + rest).slice(-7)
    left -= rest.length
    if (isChunked ? tail === "\r\n0\r\n\r\n" : left <= 0) end()
  })
}

parentPort!.on("message", () => parentPort!.postMessage(answers))
for (let opened = 0; opened < connections; opened++) open()
