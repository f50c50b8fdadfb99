/** Records the calls of a start, if that is asked for. */
import type { Service } from "@bottega/service"
import manifest from "../../package.json" with { type: "json" }
import type { Config } from "../config/config.ts"
import type { Log } from "../log/log.ts"
import { orNotStarted } from "./not-started.ts"

/** Begins to record; returns how to end it, after the last call. `origin` is the beginning of the addresses of requests. */
export const recordCalls = async (
  { record: asked }: Pick<Config, "record">,
  { requests }: Service,
  log: Log,
  origin: () => string
): Promise<() => Promise<void>> => {
  if (asked === undefined) return async () => {}
  const { file, maxBytes } = asked
  const { record } = await import("@bottega/service/recording")
  const onEnd = (why: string) => log.warn("recording ended", { file, why })
  const begin = () => record(requests, file, { maxBytes, origin, onEnd, version: manifest.version })
  return (await orNotStarted(`The recording ${file} cannot be written: `, begin)).close
}
