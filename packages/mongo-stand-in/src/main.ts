// `npm run mongo`: an empty MongoDB to experiment with, until SIGTERM or Ctrl-C; nothing of it remains afterwards.
import { startMongo } from "./start.ts"

const main = async (): Promise<number> => {
  const ended = new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, resolve)
  })
  const mongo = await Promise.race([startMongo(), ended.then(() => undefined)])
  // The supervisor ends when we do, whatever it is doing.
  if (mongo === undefined) return 0
  const { uri, engine, version } = mongo
  console.log(`${engine} ${version} at ${uri}\nTry it: npm start -- --mongo ${uri}\nPress Ctrl-C to stop it.`)
  const stopped = await Promise.race([ended.then(() => true), awaitAlive(mongo.gone).then(() => false)])
  await mongo.stop()
  return stopped ? 0 : 1
}

/** Waits, and keeps this process alive meanwhile. */
const awaitAlive = async (what: Promise<void>): Promise<void> => {
  const awake = setInterval(() => undefined, 1 << 30)
  await what
  clearInterval(awake)
}

try {
  process.exit(await main())
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
