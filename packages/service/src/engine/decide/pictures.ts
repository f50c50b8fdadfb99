/** Pictures as a handler sees them: a file that came with a call, checked, decoded, and stored with its thumbnail. */
import { dirname, join } from "node:path"
import { type Overloaded, PictureNotDecoded } from "@bottega/domain/contract"
import type { bytes } from "@bottega/storage"
import { Effect } from "effect"
import type { Picture } from "../../pictures/kind.ts"
import type { NotDone } from "../../slow/not-done.ts"
import type { Upload } from "../receive/uploads.ts"
import { storeFile } from "./files.ts"
import { Session } from "./session.ts"
import { overloaded, Slow } from "./slow.ts"

/** A picture whose bytes are stored and claimed, for a commit to name them. */
export interface Prepared extends Omit<Picture, "thumbnail"> {
  readonly original: bytes.Claim
  readonly thumbnail: bytes.Claim
}

/** Decodes and stores the picture that came with a call. */
export const prepare = Effect.gen(function* () {
  const { shop, upload } = yield* Session
  const file: Upload = upload!
  const job = { path: file.path, thumbnailPath: join(dirname(file.path), "thumbnail") }
  const { decoding, expectedMs } = yield* Effect.promise(() => import("../../pictures/kind.ts"))
  const cost = yield* Effect.promise(() => expectedMs(file.path))
  const { run } = yield* Slow
  const decoded = yield* Effect.catch(run(decoding, { ...job, expectedMs: cost }), undone)
  if ("kind" in decoded || "wrong" in decoded) return decoded
  const { height, thumbnail, type, width } = decoded
  const original = yield* storeFile(shop.id, file)
  const small = yield* storeFile(shop.id, { path: job.thumbnailPath, size: thumbnail.size })
  return { type, width, height, original, thumbnail: small } satisfies Prepared
})

/**
 * `decide` may find further problems with a picture that was not decoded; a caller with too much waiting is refused at
 * once.
 */
const undone = (failure: NotDone): Effect.Effect<PictureNotDecoded, Overloaded> => {
  const { reason, retryAfter } = failure
  return reason === "full" || reason === "closing"
    ? Effect.fail(overloaded(failure))
    : Effect.succeed(new PictureNotDecoded({ message: messages[reason], retryAfter }))
}

const messages = {
  late: "The picture was not decoded within its time; try again later, or send a smaller one.",
  crashed: "The decoder ended before it had read the picture; try again later.",
  failed: "Pictures cannot be decoded at this time; the operator finds the reason in the log."
}
