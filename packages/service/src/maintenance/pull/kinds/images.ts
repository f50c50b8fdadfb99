/** Brings the pictures of the gallery: each file is fetched, decoded like one that a call sends, and stored with its thumbnail. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import type { Image } from "@bottega/domain/areas/gallery"
import { bytes } from "@bottega/storage"
import { Effect } from "effect"
import { storeFile } from "../../../engine/decide/files.ts"
import { newFolder, removeFolder } from "../../../engine/receive/upload-folders.ts"
import { decoding, expectedMs } from "../../../pictures/kind.ts"
import { bringPage, type Context, type Kind, wholly } from "../context.ts"
import { NotGiven } from "../failures.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"
import type { Item } from "../item.ts"
import { pagesOf } from "../paged.ts"

const { images: collection } = collections

export const images: Kind = Effect.fnUntraced(function* (context) {
  const keys = new Set<number | string>()
  const item = (given: Given) => imageItem(context, given)
  yield* pagesOf(
    context,
    "/gallery/list.json",
    {}
  )((given) => bringPage(context, { kind: "images", collection, given, keys, item }))
  wholly(context, "images", collection, keys)
})

const imageItem = (context: Context, given: Given): Item<Image> => {
  const key = read.serviceId(given["id"])
  const [original, thumbnail] = [read.text(given["original"], "an address"), read.text(given["thumbnail"])]
  let claims: ReadonlyArray<bytes.Claim> = []
  return {
    key,
    // A picture of an id never changes.
    load: Effect.fnUntraced(function* (before) {
      if (before !== undefined) return before
      const file = yield* context.source.picture(original)
      const made = yield* storedPicture(context, file)
      claims = made.claims
      return { id: key, ...made.image, created: Number.parseInt(key.slice(0, 8), 16) }
    }),
    settle: (before, doc) =>
      Effect.sync(() => {
        // A picture that was not brought keeps its address wherever that is named.
        for (const address of [original, thumbnail]) if (address !== "") context.imagesByAddress.set(address, key)
        return { doc, writes: before === undefined ? claims.map((claim) => bytes.kept(context.shop.id, claim)) : [] }
      }),
    // Two images may have the same bytes, whose accounts one commit cannot write twice.
    isAlone: () => true
  }
}

/**
 * Decodes and stores a picture and its thumbnail, in a folder that is removed afterwards, or by another process if this one is
 * killed.
 */
const storedPicture = ({ lane, shop }: Context, file: Buffer) =>
  Effect.acquireUseRelease(
    Effect.promise(newFolder),
    Effect.fnUntraced(function* (folder) {
      const [path, thumbnailPath] = [join(folder, "picture"), join(folder, "thumbnail")]
      yield* Effect.promise(() => writeFile(path, file, { mode: 0o600 }))
      const cost = yield* Effect.promise(() => expectedMs(path))
      const owner = { shop: shop.id, keySet: "pull", weight: 1 }
      const decoded = yield* Effect.mapError(
        lane.run(decoding, owner, { path, thumbnailPath, expectedMs: cost }),
        ({ reason }) => new NotGiven({ status: 200, why: `could not be decoded: ${reason}` })
      )
      if ("wrong" in decoded) return yield* new NotGiven({ status: 200, why: decoded.wrong })
      const original = yield* storeFile(shop.id, { path, size: file.length })
      const small = yield* storeFile(shop.id, { path: thumbnailPath, size: decoded.thumbnail.size })
      const { height, type, width } = decoded
      const image = { digest: original.sha256, size: original.size, type, width, height, thumbnail: small.sha256 }
      return { image, claims: [original, small] }
    }),
    (folder) => Effect.promise(() => removeFolder(folder))
  )
