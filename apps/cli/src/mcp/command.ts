/** `bottega mcp`. */
import type { Invocation } from "../command.ts"
import { serveMcp } from "./server.ts"

/** Serves until stdin ends. */
export const run = async ({ options }: Invocation): Promise<number> =>
  (await serveMcp({ options, mayWrite: options.has("write") })) ? 0 : 1
