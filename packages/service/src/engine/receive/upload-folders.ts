/**
 * Folders for files that arrive, in one folder of this process that exists while there are some. The process listens at a
 * socket in it, so the next process recognises what a dead one left.
 */
import { lstat, mkdtemp, readdir, rename, rm } from "node:fs/promises"
import type { Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isRefused, listenAt } from "./process-socket.ts"

/** The folder of this process, and what listens in it. */
interface Own {
  readonly path: string
  readonly server: Server | undefined
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
  let server: Server | undefined
  try {
    server = await listenAt(join(path, "new"))
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
  return isOwn && isRefused(join(path, socketName))
}

/** What cannot be removed is left to the system's cleaning of temporary files. */
const removed = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => {})
