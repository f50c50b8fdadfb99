/**
 * Folders for files that arrive, in one folder of this process that exists while there are some. The process listens at a
 * socket in it, which dies with the process: so the next process recognises what a dead one left, even if both have the same
 * pid.
 */
import { once } from "node:events"
import { lstat, mkdtemp, readdir, rename, rm } from "node:fs/promises"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The folder of this process, and what listens in it. */
interface Own {
  readonly path: string
  readonly server: Server
}

let swept: Promise<unknown> | undefined
let own: Promise<Own> | undefined
let users = 0
const folders = new Set<string>()

/** Makes a private folder. The first one of a process removes what dead processes of the same user left. */
export const newFolder = async (): Promise<string> => {
  users++
  try {
    await (swept ??= sweep())
    const { path } = await (own ??= opened())
    const folder = await mkdtemp(join(path, "upload-"))
    folders.add(folder)
    return folder
  } catch (error) {
    await left()
    throw error
  }
}

/** Removes a folder with its files; never fails, and does nothing the second time. */
export const removeFolder = async (folder: string): Promise<void> => {
  if (!folders.delete(folder)) return
  await removed(folder)
  await left()
}

const prefix = "bottega-uploads-"
const socketName = "socket"

const opened = async (): Promise<Own> => {
  const path = await mkdtemp(join(tmpdir(), prefix))
  const server = createServer((socket) => void socket.destroy())
    .on("error", () => {})
    .unref()
  try {
    await once(server.listen(join(path, "new")), "listening")
    // Where it is looked for, it never refuses while this process lives.
    await rename(join(path, "new"), join(path, socketName))
  } catch {
    // Windows has no sockets in folders, and a long path has no room for one. Then no other process removes this folder.
  }
  return { path, server }
}

/** Removes this process's folder after its last file. */
const left = async (): Promise<void> => {
  if (--users > 0) return
  const last = own
  own = undefined
  const { path, server } = (await last?.catch(() => undefined)) ?? {}
  server?.close()
  if (path !== undefined) await removed(path)
}

const sweep = async (): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => [])
  const paths = names.filter((name) => name.startsWith(prefix)).map((name) => join(tmpdir(), name))
  await Promise.all(paths.map(async (path) => ((await isLeft(path)) ? removed(path) : undefined)))
}

/** Whether the folder is of this user, and of a process that is dead. */
const isLeft = async (path: string): Promise<boolean> => {
  const folder = await lstat(path).catch(() => undefined)
  const isOwn = folder?.isDirectory() === true && folder.uid === process.getuid?.()
  return isOwn && isRefused(path)
}

const isRefused = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(join(path, socketName))
    socket.on("connect", () => {
      socket.destroy()
      resolve(false)
    })
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"))
  })

/** What cannot be removed is left to the system's cleaning of temporary files. */
const removed = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => {})
