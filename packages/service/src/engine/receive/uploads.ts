/** Keeps files that are sent with calls on this machine's disk while the call runs, and always removes them after it. */
import { createHash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { dirname, join } from "node:path"
import { PassThrough, type Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { BodyTooLarge, maxUploadBytes, type Refusal, StorageFull, StorageUnavailable } from "@bottega/domain/contract"
import { Result } from "effect"
import { newFolder, removeFolder } from "./upload-folders.ts"

/** A file that was sent with a call, on this machine's disk until the call is answered. */
export interface Upload {
  /** The parameter that holds the file, and the name that its sender gave it. */
  readonly name: string
  readonly filename: string
  readonly path: string
  /** Bytes, and the SHA-256 of them in hex. */
  readonly size: number
  readonly digest: string
}

/** The refusal of a body, or of a file, that is larger than its limit. */
export const uploadTooLarge = (maxBytes: number): BodyTooLarge =>
  new BodyTooLarge({ message: `The body is over ${maxBytes / 1024 / 1024} MiB.` })

/** The refusal of a body with too many bytes beside its base64 or its file. */
export const restTooLarge = (maxRestBytes: number, { what, maxBytes }: Beside): BodyTooLarge => {
  const [rest, whole] = [maxRestBytes / 1024 / 1024, maxBytes / 1024 / 1024]
  return new BodyTooLarge({
    message: `The parameters other than the ${what} are over ${rest} MiB; a body with its ${what} may have up to ${whole} MiB.`
  })
}

/** The kind of parameter that makes a body large, and the maximum size of such a body. */
interface Beside {
  readonly what: "base64" | "file"
  readonly maxBytes: number
}

type Named = Pick<Upload, "name" | "filename">

/** A file that is kept while it arrives. What its stream is given is written; without an end, nothing of it is kept. */
export class IncomingFile {
  readonly stream = new PassThrough()
  readonly #kept: Promise<Result.Result<Upload, Refusal>>

  constructor(named: Named) {
    this.#kept = keepUpload(this.stream, named)
  }

  /** Whether it cannot be kept. */
  get isLost(): boolean {
    return this.stream.destroyed && !this.stream.writableFinished
  }

  /** The file once it is kept, or why it is not; never rejects. */
  end(): Promise<Result.Result<Upload, Refusal>> {
    if (!this.stream.writableEnded) this.stream.destroy()
    return this.#kept
  }

  /** Removes it. */
  async abandon(): Promise<void> {
    this.stream.destroy()
    await discard(Result.getOrUndefined(await this.#kept))
  }
}

/** Writes a file to a private temporary folder. It never rejects, and a source that fails leaves nothing on the disk. */
const keepUpload = async (source: Readable, { filename, name }: Named): Promise<Result.Result<Upload, Refusal>> => {
  // The source may fail before the pipeline below listens.
  source.on("error", () => {})
  let path: string | undefined
  try {
    path = join(await newFolder(), "upload")
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
  if (path !== undefined) await removeFolder(dirname(path))
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
    ? new StorageFull({ message: "The disk has no room for the file; try again later.", retryAfter: 5 })
    : new StorageUnavailable({ message: "The file could not be stored temporarily; try again later.", retryAfter: 5 })
}
