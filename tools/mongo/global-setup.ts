// For vitest's `globalSetup`: one MongoDB for the whole run, told to every test file.
import type { TestProject } from "vitest/node"
import { startMongo } from "./start.ts"

/** Starts the server before the first test file, and ends it after the last. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { uri, engine, version, pid, prefix, stop } = await startMongo()
  project.provide("mongo" as never, { uri, engine, version, pid, prefix } as never)
  return stop
}
