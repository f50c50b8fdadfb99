/** Which events a listener forwards, and where to: `order.*,customer.created` and `stock.*=/stock`. */
import { events } from "@bottega/domain/areas"
import type { AnyEvent } from "@bottega/domain/contract"
import { meant } from "@bottega/server/config"
import { Usage } from "../usage.ts"

/** The names of all events, such as `order.paid`. */
const eventNames: ReadonlyArray<string> = Object.values<AnyEvent>(events).map(({ name }) => name)

/** Where the events of a name go; `undefined` if they are not forwarded. */
export type TargetOf = (name: string) => string | undefined

/** Reads `--forward-to`, `--events` and `--map`. */
export const targetOf = (forwardTo: string, wanted: string | undefined, mapped: string | undefined): TargetOf => {
  if (!/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? ""))
    throw new Usage(`--forward-to must be an http or https address, not ${forwardTo}.`)
  const isWanted = matcherOf(wanted === undefined ? ["*"] : partsOf(wanted), "--events")
  const paths = partsOf(mapped ?? "").map((part) => pathOf(part, forwardTo))
  return (name) => (isWanted(name) ? (paths.find(({ isMeant }) => isMeant(name))?.address ?? forwardTo) : undefined)
}

const partsOf = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const pathOf = (part: string, forwardTo: string) => {
  const [, pattern, path] = /^([^=]+)=(\/.*)$/.exec(part) ?? []
  if (pattern === undefined || path === undefined)
    throw new Usage(`--map takes pairs of events and a path, such as stock.*=/stock, not ${part}.`)
  return { isMeant: matcherOf([pattern], "--map"), address: new URL(path, forwardTo).href }
}

/** Whether a name fits one of some patterns; each pattern must fit some event. */
const matcherOf = (patterns: ReadonlyArray<string>, flag: string): ((name: string) => boolean) => {
  const fits = (pattern: string, name: string) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  for (const pattern of patterns)
    if (!eventNames.some((name) => fits(pattern, name)))
      throw new Usage(`${flag}: there is no event ${pattern}${meant(pattern, eventNames)}`)
  return (name) => patterns.some((pattern) => fits(pattern, name))
}
