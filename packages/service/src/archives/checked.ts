/** Reads an archive whole: every rule is checked before its bytes are kept. */
import { open } from "node:fs/promises"
import { checkEntry } from "./content.ts"
import { directoryOf } from "./directory.ts"
import { type Checked, maxUnpackedBytes, quoted, Wrong } from "./limits.ts"

/** What is in an archive, or what is wrong with it. Its memory grows with the names, and not with the content. */
export const checked = async (path: string): Promise<Checked> => {
  const file = await open(path)
  try {
    const { listed, start, zip } = await directoryOf(file)
    const declared = listed.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
    if (declared > maxUnpackedBytes)
      return { wrong: `is over ${maxUnpackedBytes / 1024 / 1024} MiB once it is unpacked` }
    const [first] = listed
    if (first!.entry.relativeOffsetOfLocalHeader !== 0)
      return { wrong: `has bytes before its first entry, ${quoted(first!.name)}` }
    const buffer = Buffer.allocUnsafe(64 * 1024)
    let unpackedBytes = 0
    for (const [at, one] of listed.entries()) {
      const end = listed[at + 1]?.entry.relativeOffsetOfLocalHeader ?? start
      unpackedBytes += await checkEntry(one, { zip, file, buffer, end })
    }
    return { files: listed.filter(({ name }) => !name.endsWith("/")).length, unpackedBytes }
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message }
    throw error
  } finally {
    await file.close()
  }
}
