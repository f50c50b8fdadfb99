/** The gallery: a shop's pictures with their thumbnails. Files are stored by SHA-256, and served to anyone who knows it. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { bytes, post } from "../contract/endpoint.ts"
import { texts } from "../contract/lookup.ts"
import { NotFound, PictureNotDecoded, RangeNotSatisfiable } from "../contract/refusals.ts"
import { Base64, Int, NonEmptyText, ServiceID, Text, Unix } from "../contract/values.ts"

/** The accepted content types of pictures. */
export const pictureTypes = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"] as const

/** A picture as stored; digests are SHA-256 in hex, and width and height are those of the upright picture. */
export const Image = Schema.Struct({
  id: ServiceID,
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

const endpoints = {
  create: post("/gallery/image.json", {
    summary: "Add a picture to the gallery.",
    description:
      "JPEG, PNG, GIF, WebP or AVIF of up to 9 MiB, 50 megapixels and 16,384 pixels a side; an animation of up to 1,000 frames and 250 megapixels in all.",
    input: { base64: Base64.annotate({ description: "The file as base64, up to 12 MiB of text." }) },
    output: Schema.Struct({
      id: ServiceID,
      thumbnail: Text.annotate({ description: "The address of the thumbnail, of up to 400 pixels a side." }),
      original: Text.annotate({ description: "The address of the picture as it was sent." })
    }),
    refusals: [PictureNotDecoded],
    stability: "companion",
    example: { base64: "R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=" }
  }),
  file: bytes("/images/:shop/:digest", {
    summary: "Read a picture of the gallery, or its thumbnail.",
    input: {
      shop: NonEmptyText.annotate({ description: "The shop's id." }),
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
