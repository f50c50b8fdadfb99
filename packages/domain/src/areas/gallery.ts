/** The gallery: a shop's pictures with their thumbnails. Files are stored by SHA-256, and served to anyone who knows it. */
import { Schema } from "effect"
import { Removal } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { cursor } from "../contract/cursor.ts"
import { withDefault } from "../contract/defaults.ts"
import { bytes, del, get, page, post } from "../contract/endpoint.ts"
import { texts } from "../contract/lookup.ts"
import { Conflict, NotFound, PictureNotDecoded, RangeNotSatisfiable } from "../contract/refusals.ts"
import { Base64, Int, intBetween, intFrom, NonEmptyText, names, ServiceID, Text, Unix } from "../contract/values.ts"

/** The accepted content types of pictures. */
export const pictureTypes = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"] as const

/** A picture as stored; digests are SHA-256 in hex, and width and height are those of the upright picture. */
export const Image = Schema.Struct({
  id: names("images", ServiceID),
  digest: Text,
  size: Int.annotate({ description: "The size of the file in bytes." }),
  type: Schema.Literals(pictureTypes),
  width: Int,
  height: Int,
  thumbnail: Text.annotate({ description: "The digest of the thumbnail, which is WebP." }),
  created: Unix
})
export type Image = typeof Image.Type

export const collections = {
  images: collection("images", Image, {
    noun: "image",
    personal: "none",
    key: ({ id }) => id,
    lookups: { files: texts(({ digest, thumbnail }) => [digest, thumbnail]) },
    bytes: "files"
  })
}

/** An image as callers see it. */
export const ShownImage = Schema.Struct({
  id: names("images", ServiceID),
  thumbnail: Text.annotate({ description: "The address of the thumbnail, of up to 400 pixels a side." }),
  original: Text.annotate({ description: "The address of the picture as it was sent." })
}).annotate({ identifier: "Image" })
export type ShownImage = typeof ShownImage.Type

/** The parameter that carries a picture. */
export const pictureFile = Base64.annotate({ description: "The file as base64, up to 12 MiB of text." })
/** What a picture may be, for the descriptions of operations that take one. */
export const pictureBounds =
  "JPEG, PNG, GIF, WebP or AVIF of up to 9 MiB, 50 megapixels and 16,384 pixels a side; an animation of up to 1,000 frames and 250 megapixels in all. It is served as it was sent, to anyone who has its address, with what a camera noted in it, such as the place."

const endpoints = {
  list: page("/gallery/list.json", {
    summary: "List the images of the gallery by pages, the oldest first.",
    columns: ["id", "original"],
    input: {
      id: Schema.optionalKey(names("images", ServiceID).annotate({ description: "Only this image." })),
      page: Schema.optionalKey(intFrom(1)),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(ShownImage),
    throttle: "updates",
    stability: "companion"
  }),
  directories: get("/gallery/directories.json", {
    summary: "List the directories of the gallery, which has none.",
    output: Schema.Array(Schema.Never),
    stability: "companion"
  }),
  create: post("/gallery/image.json", {
    summary: "Add a picture to the gallery.",
    description: pictureBounds,
    input: { base64: pictureFile },
    output: ShownImage,
    refusals: [PictureNotDecoded],
    stability: "companion",
    example: { base64: "R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=" }
  }),
  remove: del("/gallery/image.json", {
    summary: "Remove an image that nothing uses.",
    description: "An image in use is refused with a conflict that names up to 100 of its users.",
    input: { id: names("images", ServiceID).annotate({ description: "The image." }) },
    output: Removal,
    refusals: [NotFound, Conflict],
    stability: "companion"
  }),
  file: bytes("/images/:shop/:digest", {
    summary: "Read a picture of the gallery, or its thumbnail.",
    input: {
      shop: names("shops", NonEmptyText).annotate({ description: "The shop's id." }),
      digest: NonEmptyText.annotate({ description: "The SHA-256 of the file, in hex." })
    },
    output: Schema.Uint8Array,
    refusals: [NotFound, RangeNotSatisfiable],
    media: pictureTypes,
    stability: "companion"
  })
}

export const gallery = area({ endpoints, collections, checks: [], events: {} })

/** The address of a file of the gallery. */
export const addressOf = (base: string, shop: string, digest: string): string => `${base}/images/${shop}/${digest}`

/** The digest in the address of a file of a shop's gallery, whatever name of the server it begins with; else `undefined`. */
export const digestIn = (address: string, shop: string): string | undefined => {
  const digest = URL.canParse(address) ? new URL(address).pathname.split(`/images/${shop}/`)[1] : undefined
  return digest !== undefined && /^[0-9a-f]{64}$/.test(digest) ? digest : undefined
}

/** An image with the addresses of its files. */
export const shownImage = (base: string, shop: string, { digest, id, thumbnail }: Image): ShownImage => ({
  id,
  thumbnail: addressOf(base, shop, thumbnail),
  original: addressOf(base, shop, digest)
})
