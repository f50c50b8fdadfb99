// For vitest's `globalSetup`: one MongoDB for the whole run, started when the first test file asks for it.
import { type AddressInfo, createServer } from "node:net"
import type { TestProject } from "vitest/node"
import { Unavailable } from "./engine.ts"
import { type Mongo, type MongoFacts, startMongo } from "./start.ts"

/** What a test file receives: the server's facts, or the sentence that says why there is none. */
export type Answer = MongoFacts | string

/**
 * Listens for test files that ask (`shared.ts`), whichever thread or process they run in. The first one starts the server,
 * the others wait for the same one. The teardown stops it; a run in which nobody asks starts nothing.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  let started: Promise<Mongo | string> | undefined
  const listener = createServer((socket) => {
    socket.on("error", () => undefined)
    started ??= startMongo().catch(reasonOf)
    void started.then((mongo) => socket.end(JSON.stringify(answerOf(mongo))))
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  listener.unref()
  project.provide("mongoPort" as never, (listener.address() as AddressInfo).port as never)
  return async () => {
    listener.close()
    const mongo = await started
    if (typeof mongo === "object") await mongo.stop()
  }
}

const answerOf = (mongo: Mongo | string): Answer => {
  if (typeof mongo === "string") return mongo
  const { engine, pid, prefix, uri, version } = mongo
  return { engine, pid, prefix, uri, version }
}

/** The reason is printed once here, and again by every test that needs the server. */
const reasonOf = (error: Error): string => {
  const reason = error instanceof Unavailable ? error.message : (error.stack ?? error.message)
  console.error(reason)
  return reason
}
