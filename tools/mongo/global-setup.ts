// For vitest's `globalSetup`: one MongoDB for the whole run, told to every test file.
import type { TestProject } from "vitest/node"
import { Unavailable } from "./engine.ts"
import { startMongo } from "./start.ts"

/**
 * Starts the server before the first test file, and ends it after the last. Where none can be had the tests are told
 * the sentence that says what to do, and those that need a server fail of it.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  try {
    const { uri, engine, version, pid, prefix, stop } = await startMongo()
    project.provide("mongo" as never, { uri, engine, version, pid, prefix } as never)
    return stop
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.error(error.message)
    project.provide("mongo" as never, error.message as never)
    return async () => undefined
  }
}
