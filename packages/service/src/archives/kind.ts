/** The reading of archives as slow work: in a thread, so that no archive, however made, holds the event loop. */
import { type Kind, programBeside } from "../slow/kind.ts"
import { type Checked, maxUnpackedBytes } from "./limits.ts"

/** One archive to read. */
export interface Job {
  readonly path: string
  /** Bytes of the file. */
  readonly size: number
}

export const reading: Kind<Job, Checked> = {
  name: "archives",
  program: programBeside(import.meta.url, "reader"),
  runsIn: "thread",
  // How much it unpacks to is not known yet, and a small file may be packed 1,000 times.
  costMs: ({ size }) => 5 + Math.min(1000 * size, maxUnpackedBytes) / 80_000,
  deadlineMs: 30_000,
  maxMiB: 64,
  overMemory: { wrong: "takes too much memory to be read" }
}
