/** The published entry point for tests: loads the program at its first call, from code that an earlier run has compiled. */
import { enableCompileCache, flushCompileCache } from "node:module"
import { join } from "node:path"
import type { testServer as start } from "../testing.ts"

/** Starts a server on a free port of this machine, by default with a store in memory. */
export const testServer: typeof start = async (options) => {
  keepCompiled()
  const server = await (await import("../testing.ts")).testServer(options)
  const close = async () => {
    await server.close()
    // A runner that ends its processes by a signal gives Node no time to write.
    flushCompileCache()
  }
  return { ...server, close }
}

/**
 * Has Node keep compiled code beside the program, unless the process has a folder for it or forbids it. Write access to this folder
 * is write access to the program itself. Coverage is less precise for functions of compiled code, so a measurement of it runs without.
 */
const keepCompiled = (): void => {
  if (process.env["NODE_V8_COVERAGE"] === undefined) enableCompileCache(join(import.meta.dirname, "compile-cache"))
}
