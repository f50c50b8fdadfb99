/** Stores files that this process wrote: one that came with a call, or one made of it. */
import { open } from "node:fs/promises"
import { bytes, type Storage, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"

/** A file of this machine's disk. */
export interface LocalFile {
  readonly path: string
  readonly size: number
}

/** Stores a file's bytes in a shop, a chunk at a time; the claim is for a commit that names them. */
export const storeFile = (shop: string, { path, size }: LocalFile): Effect.Effect<bytes.Claim, Unavailable, Storage> =>
  bytes
    .put(
      shop,
      Stream.suspend(() => Stream.fromAsyncIterable(piecesOf(path), (error) => error)),
      { maxBytes: size }
    )
    .pipe(
      // The file was written by this very call, so that it cannot be read is a defect.
      Effect.catchIf((error): error is Exclude<typeof error, Unavailable> => !isUnavailable(error), Effect.die)
    )

/** A file in pieces that lie in one buffer: each is taken before the next one is read, so a large file makes no garbage. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

const pieceBytes = 128 * 1024

const isUnavailable = (error: unknown): error is Unavailable => (error as Unavailable)._tag === "Unavailable"
