/**
 * Sockets in the file system that show whether the process that made them lives: they die with it, and another process with the
 * same pid does not have them.
 */
import { once } from "node:events"
import { connect, createServer, type Server } from "node:net"

/** Listens at a path that nobody uses, without keeping the process alive. Fails on Windows, and where the path is too long. */
export const listenAt = async (path: string): Promise<Server> => {
  const server = createServer((socket) => void socket.destroy()).unref()
  await once(server.listen(path), "listening")
  return server.on("error", () => {})
}

/** Whether a dead process left the socket at a path. */
export const isRefused = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.on("connect", () => {
      socket.destroy()
      resolve(false)
    })
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"))
  })
