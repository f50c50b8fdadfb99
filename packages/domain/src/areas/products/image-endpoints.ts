/** The operations on the images of a product. */
import { Schema } from "effect"
import { withDefault } from "../../contract/defaults.ts"
import { get, post } from "../../contract/endpoint.ts"
import { NotFound, PictureNotDecoded } from "../../contract/refusals.ts"
import { Flag, names, Uid } from "../../contract/values.ts"
import { pictureBounds, pictureFile, ShownImage } from "../gallery.ts"

const uid = names("products", Uid).annotate({ description: "The product." })

export const imageEndpoints = {
  images: get("/products/image.json", {
    summary: "List a product's images, the main image first.",
    input: { uid },
    output: Schema.Struct({ images: Schema.Array(ShownImage) }),
    refusals: [NotFound],
    stability: "companion",
    example: { uid: 1 }
  }),
  addImage: post("/products/image.json", {
    summary: "Add a picture to the gallery, and to a product.",
    description: pictureBounds,
    input: {
      uid,
      base64: pictureFile,
      related: withDefault(
        Flag.annotate({
          description: "1 adds the picture to the product's gallery; 0 makes it the main image instead of another one."
        }),
        0
      )
    },
    output: ShownImage,
    refusals: [NotFound, PictureNotDecoded],
    stability: "companion",
    example: { uid: 1, base64: "R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", related: 1 }
  })
}
