/** Asks for confirmation before something is removed. */
import type { Ask } from "./output.ts"
import type { Asked } from "./parse.ts"

/**
 * Whether to go on: a removal is confirmed by a person at the terminal or by `--yes`; without a terminal it goes on.
 */
export const isConfirmed = async (
  { entry: { area, endpoint, name }, options }: Pick<Asked, "entry" | "options">,
  parameters: Readonly<Record<string, unknown>>,
  ask: Ask
): Promise<boolean> => {
  if (endpoint.method !== "DELETE" || options.has("yes") || ask === undefined) return true
  const given = Object.entries(parameters).map(([key, value]) => ` --${key} ${value}`)
  return ask(`${area} ${name}${given.join("")}: ${endpoint.summary} Continue?`)
}
