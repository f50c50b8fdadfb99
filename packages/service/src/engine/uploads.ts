/** Keeps files that are sent with calls on this machine's disk while the call runs, and always removes them after it. */
import { createHash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { BodyTooLarge, maxUploadBytes, type Refusal, StorageFull, StorageUnavailable } from "@bottega/domain/contract"
import { Result } from "effect"
import type { Upload } from "./session.ts"

/** The refusal of a body, or of a file, that is larger than its limit. */
export const uploadTooLarge = (maxBytes: number): BodyTooLarge =>
  new BodyTooLarge({ message: `The body is over ${maxBytes / 1024 / 1024} MiB.` })

/**
 * Writes a file to a private temporary folder, and gives it or the refusal. It never rejects, and a source that fails, or
 * is destroyed, leaves nothing on the disk.
 */
export const keepUpload = async (
  source: Readable,
  { filename, name }: Pick<Upload, "name" | "filename">
): Promise<Result.Result<Upload, Refusal>> => {
  // The source may fail before the pipeline below listens.
  source.on("error", () => {})
  let path: string | undefined
  try {
    path = join(await mkdtemp(join(tmpdir(), "bottega-")), "upload")
    const { digest, size } = await write(source, path)
    return Result.succeed({ name, filename, path, size, digest })
  } catch (error) {
    source.destroy()
    await removed(path)
    return Result.fail(refusalOf(error))
  }
}

/** Removes a file that was sent with a call; never fails. */
export const discard = (upload: Upload | undefined): Promise<void> => removed(upload?.path)

const removed = async (path: string | undefined): Promise<void> => {
  // A file that cannot be removed is left to the system's cleaning of temporary files.
  if (path !== undefined) await rm(dirname(path), { recursive: true, force: true }).catch(() => {})
}

const write = async (source: Readable, path: string): Promise<Pick<Upload, "size" | "digest">> => {
  const hash = createHash("sha256")
  let size = 0
  const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxUploadBytes) throw uploadTooLarge(maxUploadBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 })
  const closed = new Promise((resolve) => file.once("close", resolve))
  try {
    await pipeline(source, measured, file)
  } finally {
    // A file that is still being opened would appear after its folder is emptied.
    await closed
  }
  return { size, digest: hash.digest("hex") }
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof BodyTooLarge) return error
  const { code } = error as NodeJS.ErrnoException
  return code === "ENOSPC" || code === "EDQUOT"
    ? new StorageFull({ message: "The disk has no room to keep the file aside; try again later.", retryAfter: 5 })
    : new StorageUnavailable({ message: "The file could not be kept aside; try again later.", retryAfter: 5 })
}
