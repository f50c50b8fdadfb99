/** The decoding of pictures as slow work: in processes, because native code that reads untrusted input may crash. */
import { type Kind, programBeside } from "../slow/kind.ts"
import type { PictureType } from "./limits.ts"

export { expectedMs } from "./cost.ts"

/** One picture to decode: the file with its bytes, and where its thumbnail goes. */
export interface Job {
  readonly path: string
  readonly thumbnailPath: string
  readonly expectedMs: number
}

/** The description of a picture, or the problem with it, as the end of a sentence. */
export type Decoded = Picture | { readonly wrong: string }

/** A picture that was decoded whole; its sides are those of the upright picture. */
export interface Picture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  /** SHA-256 in hex, and bytes, of a WebP picture. */
  readonly thumbnail: { readonly digest: string; readonly size: number }
}

/** The memory of a process above which it refuses a picture: 50 megapixels of AVIF take a thousand MiB. */
const maxMiB = 1536

export const decoding: Kind<Job, Decoded> = {
  name: "pictures",
  program: programBeside(import.meta.url, "decoder"),
  runsIn: "process",
  costMs: (job) => job.expectedMs,
  deadlineMs: 30_000,
  maxMiB,
  overMemory: { wrong: `takes more than ${maxMiB} MiB to decode` }
}
