/** Opens the files that commands read. */
import { once } from "node:events"
import { createReadStream, existsSync, statSync } from "node:fs"
import { Usage } from "./usage.ts"

/** The bytes of a file, or of stdin if its name is `-`. A file that cannot be opened is wrong usage. */
export const readFile = async (path: string): Promise<AsyncIterable<Buffer>> => {
  if (path === "-") return process.stdin
  if (!existsSync(path)) throw new Usage(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) throw new Usage(`${path} is a folder; name a file.`)
  try {
    const file = createReadStream(path)
    await once(file, "open")
    return file
  } catch (error) {
    throw new Usage(`${path} cannot be read: ${(error as Error).message}.`)
  }
}
