/** What a server and its decoder processes send each other. */
import type { PictureType } from "./limits.ts"

/** One picture to decode: the file with its bytes, and where its thumbnail goes. */
export interface Job {
  readonly path: string
  readonly thumbnailPath: string
}

/** A job as a process is sent it, with the memory that it may take. */
export interface BoundedJob extends Job {
  readonly maxRssBytes: number
}

/** What a picture is, or what is wrong with it, as the end of a sentence. */
export type Decoded = Picture | { readonly wrong: string }

/** A picture that was decoded whole; its sides are those of the upright picture. */
export interface Picture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  /** SHA-256 in hex, and bytes, of a WebP picture. */
  readonly thumbnail: { readonly digest: string; readonly size: number }
}

/** The answer to a job: with the memory that the process holds, or why it could not even try. */
export type Reply = { readonly decoded: Decoded; readonly rssBytes: number } | { readonly failed: string }

/** Memory that a decoder may keep between two pictures; with more it is replaced. */
export const keptRssBytes = 256 * 1024 * 1024
