/** Pictures as a handler sees them: a file that came with a call, checked, decoded, and stored with its thumbnail. */
import { createReadStream } from "node:fs"
import { dirname, join } from "node:path"
import { PictureNotDecoded } from "@bottega/domain/contract"
import { bytes, type Storage, type Unavailable } from "@bottega/storage"
import { Context, Effect, Stream } from "effect"
import type { Decoders, Undecoded } from "../pictures/decoders.ts"
import type { Picture } from "../pictures/protocol.ts"
import { Session, type Upload } from "./session.ts"

/** The decoders of this process. */
export class Pictures extends Context.Service<Pictures, () => Promise<Decoders>>()("@bottega/service/Pictures") {}

/** The decoders of one service: their code is loaded when a picture comes, and `close` ends their processes. */
export const decodersOf = (onFailure: (reason: string) => void) => {
  let started: Promise<Decoders> | undefined
  return {
    start: () => (started ??= import("../pictures/decoders.ts").then(({ Decoders }) => new Decoders({ onFailure }))),
    // What could not be loaded has no processes.
    close: async () => (await started?.catch(() => undefined))?.close()
  }
}

/** A picture whose bytes are stored and claimed, for a commit to name them. */
export interface Prepared extends Omit<Picture, "thumbnail"> {
  readonly original: bytes.Claim
  readonly thumbnail: bytes.Claim
}

/** The deadline of {@link prepare}: a minute of waiting and 30 s of decoding, at most. */
export const prepareDeadlineMs = 90_000

/** Decodes and stores the picture that came with a call. */
export const prepare = Effect.gen(function* () {
  const { shop, upload } = yield* Session
  const file: Upload = upload!
  const job = { path: file.path, thumbnailPath: join(dirname(file.path), "thumbnail") }
  const decoders = yield* Effect.flatMap(Pictures, (start) => Effect.promise(start))
  const decoded = yield* Effect.promise((signal) => decoders.decode(job, shop.id, signal))
  if (typeof decoded === "string") return notDecoded[decoded]
  if ("wrong" in decoded) return decoded
  const { height, thumbnail, type, width } = decoded
  const original = yield* store(shop.id, file)
  const small = yield* store(shop.id, { path: job.thumbnailPath, size: thumbnail.size })
  return { type, width, height, original, thumbnail: small } satisfies Prepared
})

const notNow = (message: string, retryAfter: number) => new PictureNotDecoded({ message, retryAfter })

const notDecoded: Readonly<Record<Undecoded, PictureNotDecoded>> = {
  busy: notNow("Too many pictures are being decoded; try again later.", 5),
  late: notNow("The picture was not decoded within its time; try again later, or send a smaller one.", 10),
  crashed: notNow("The decoder ended before it had read the picture; try again later.", 5),
  failed: notNow("Pictures cannot be decoded at this time; the operator finds the reason in the log.", 30)
}

interface StoredFile {
  readonly path: string
  readonly size: number
}

const store = (shop: string, { path, size }: StoredFile): Effect.Effect<bytes.Claim, Unavailable, Storage> =>
  bytes
    .put(
      shop,
      // Opened once it is read, for nobody would listen to its errors before.
      Stream.suspend(() => Stream.fromAsyncIterable(createReadStream(path), (error) => error)),
      { maxBytes: size }
    )
    .pipe(
      // The file was written by this very call, so that it cannot be read is a defect.
      Effect.catchIf((error): error is Exclude<typeof error, Unavailable> => !isUnavailable(error), Effect.die)
    )
const isUnavailable = (error: unknown): error is Unavailable => (error as Unavailable)._tag === "Unavailable"
