// A fake mongod for tests of the launcher: it starts, answers a driver's first questions and stops, and stores nothing. As a
// program it takes mongod's options.
import { type AddressInfo, createServer, type Server } from "node:net"
import { parseArgs } from "node:util"
import { Frames, readMessage, reply, written } from "./gateway/wire.ts"

/** Listens and answers a driver's handshake: as the primary of the replica set `setName`, or as a standalone. */
export const fakeMongod = (port: number, setName: string | undefined): Promise<Server> => {
  const handshake = {
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
        socket.write(reply(message, written({ ...handshake, ...set, version: "8.2.6", ok: 1 })))
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
