/** Records the calls of a start, if that is asked for. */
import type { Service } from "@bottega/service"
import manifest from "../../package.json" with { type: "json" }
import type { Config } from "../config/config.ts"
import type { Log } from "../log/log.ts"
import { orNotStarted } from "./not-started.ts"

/** The recording of a start, which waits with what it records until it begins. */
export interface CallRecording {
  /** Replaces the file. */
  readonly begin: () => Promise<void>
  /** Ends it, after the last call. */
  readonly close: () => Promise<void>
}

/** Opens the recording of a start; `origin` is the beginning of the addresses of requests. */
export const recordCalls = async (
  { record: asked }: Pick<Config, "record">,
  { requests }: Service,
  log: Log,
  origin: () => string
): Promise<CallRecording> => {
  if (asked === undefined) return { begin: async () => {}, close: async () => {} }
  const { file, maxBytes } = asked
  const { record } = await import("@bottega/service/recording")
  const onEnd = (why: string) => log.warn("recording ended", { file, why })
  const sentence = `The recording ${file} cannot be written: `
  const make = () => record(requests, file, { maxBytes, origin, onEnd, version: manifest.version })
  const { begin, close } = await orNotStarted(sentence, make)
  return { begin: () => orNotStarted(sentence, begin), close }
}
