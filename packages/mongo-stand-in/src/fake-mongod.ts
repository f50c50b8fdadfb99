// A mongod for tests of the launcher: it starts, says what it is and stops as a mongod does, and stores nothing.
// Run as a program it takes mongod's options.
import { type AddressInfo, createServer, type Server } from "node:net"
import { parseArgs } from "node:util"
import { Frames, readMessage, reply, written } from "./gateway/wire.ts"

/** Listens, and answers what a driver asks first; with a set's name it is a primary of it, without one a standalone. */
export const fakeMongod = (port: number, setName: string | undefined): Promise<Server> => {
  const told = {
    isWritablePrimary: true,
    ismaster: true,
    minWireVersion: 0,
    maxWireVersion: 25,
    maxBsonObjectSize: 2 ** 24,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30
  }
  const server = createServer((socket) => {
    const frames = new Frames()
    socket.on("error", () => undefined)
    socket.on("data", (piece: Buffer) => {
      for (const message of frames.take(piece).map(readMessage)) {
        const me = `127.0.0.1:${(server.address() as AddressInfo).port}`
        const set = setName === undefined ? {} : { setName, setVersion: 1, hosts: [me], me, primary: me }
        const [name = ""] = Object.keys(message.command)
        if (name === "replSetInitiate") console.log("transition to primary complete; database writes are now permitted")
        if (name === "shutdown") process.exit(0)
        socket.write(reply(message, written({ ...told, ...set, version: "8.2.6", ok: 1 })))
      }
    })
  })
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)))
}

if (import.meta.main) {
  if (process.argv.includes("--version")) console.log("db version v8.2.6")
  else {
    const options = { port: { type: "string" }, replSet: { type: "string" } } as const
    const { values } = parseArgs({ options, strict: false })
    await fakeMongod(Number(values.port), String(values.replSet))
    console.log("Waiting for connections")
  }
}
