/**
 * The limits of a picture. A decoder's work grows with pixels, not with bytes, so the header is checked before anything
 * is decoded.
 */

/** Pixels of one picture, or of one frame of an animation. */
export const maxPixels = 50_000_000
/** Pixels of a side. */
const maxSide = 16_384
/** Frames of an animation, and the pixels of all of them: every viewer of the picture decodes every frame. */
const maxFrames = 1000
const maxFramesPixels = 250_000_000
/** Pixels of a thumbnail's longer side. */
export const thumbnailSide = 400

/** What a picture's header says; the dimensions are those of the largest frame. */
export interface Header {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  /** 1 unless the picture is animated. */
  readonly frames: number
}
export type PictureType = "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "image/avif"

/** Why a picture with this header is refused, as the end of a sentence; undefined if it is accepted. */
export const overLimits = ({ frames, height, width }: Header): string | undefined => {
  if (width < 1 || height < 1) return "has a side without a pixel"
  if (width > maxSide || height > maxSide) return `is ${width} × ${height} pixels; a side may have up to ${maxSide}`
  if (width * height > maxPixels) return `is ${width} × ${height} pixels; a picture may have up to 50 megapixels`
  if (frames > maxFrames) return `has ${frames} frames; an animation may have up to ${maxFrames}`
  if (frames * width * height > maxFramesPixels)
    return `has ${frames} frames of ${width} × ${height} pixels; an animation may have up to 250 megapixels in all`
  return undefined
}
