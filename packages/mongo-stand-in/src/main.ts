// `npm run mongo`: an empty MongoDB to experiment with, until SIGTERM or Ctrl-C; nothing of it remains afterwards.
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { startMongo } from "./start.ts"

const main = async (): Promise<number> => {
  const file = readyFile()
  if (file === null) return 2
  const ended = new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, resolve)
  })
  const starting = startMongo()
  const mongo = await Promise.race([starting, ended.then(() => undefined)])
  if (mongo === undefined) {
    // The supervisor ends when we do, whatever it is doing.
    return 0
  }
  const { uri, engine, version } = mongo
  if (file !== undefined) writeWhole(file, `${JSON.stringify({ uri, engine, version, pid: process.pid })}\n`)
  console.log(`${engine} ${version} at ${uri}\nTry it: npm start -- --mongo ${uri}\nPress Ctrl-C to stop it.`)
  const stopped = await Promise.race([ended.then(() => true), awaitAlive(mongo.gone).then(() => false)])
  if (file !== undefined) rmSync(file, { force: true })
  await mongo.stop()
  return stopped ? 0 : 1
}

/** Waits, and keeps this process alive meanwhile. */
const awaitAlive = async (what: Promise<void>): Promise<void> => {
  const awake = setInterval(() => undefined, 1 << 30)
  await what
  clearInterval(awake)
}

/** The path after `--ready-file`; undefined without the option, null if the command line is wrong. */
const readyFile = (): string | undefined | null => {
  try {
    return parseArgs({ options: { "ready-file": { type: "string" } } }).values["ready-file"]
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run mongo -- [--ready-file <path>]`)
    return null
  }
}

/** Writes a file so that no reader sees half of it. */
const writeWhole = (file: string, text: string): void => {
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, text)
  renameSync(part, file)
}

try {
  process.exit(await main())
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
