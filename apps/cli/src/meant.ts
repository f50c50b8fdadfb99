/** Asks before something is destroyed. */
import type { Ask } from "./output.ts"
import type { Asked } from "./parse.ts"

/** Whether to go on: a removal is asked about where somebody can be asked and `--yes` has not answered. */
export const isMeant = async (
  { entry: { area, endpoint, name }, options }: Pick<Asked, "entry" | "options">,
  parameters: Readonly<Record<string, unknown>>,
  ask: Ask
): Promise<boolean> => {
  if (endpoint.method !== "DELETE" || options.has("yes") || ask === undefined) return true
  const given = Object.entries(parameters).map(([key, value]) => ` --${key} ${value}`)
  return ask(`${area} ${name}${given.join("")}: ${endpoint.summary} Go on?`)
}
