/** The key sets of a run, one for each that a recording names. */
import type { Operate } from "../embedded.ts"
import { recordedIn } from "./recorded.ts"

/** A key set by which calls are made. */
export interface Pair {
  readonly key: string
  readonly exchange: string
}

/**
 * Issues the key sets for the callers of a recording. One may only read if it was refused each change that it asked for; the others
 * may read and write.
 */
export const pairsFor = async (operate: Operate, shop: string, file: string): Promise<ReadonlyMap<string, Pair>> => {
  const callers = new Map<string, { refused: boolean; changed: boolean }>()
  for await (const call of recordedIn(file)) {
    if ("why" in call) continue
    const { caller, endpoint, status } = call
    const seen = callers.get(caller) ?? { refused: false, changed: false }
    if (endpoint.method !== "GET" && status === 403) seen.refused = true
    if (endpoint.method !== "GET" && status !== 403) seen.changed = true
    if (callers.size < maxCallers) callers.set(caller, seen)
  }
  const pairs = new Map<string, Pair>()
  for (const [caller, { changed, refused }] of callers) {
    const permission = refused && !changed ? "read" : "read-write"
    pairs.set(caller, await operate("POST", "/keys/key.json", { shop, permission, label: "recording" }))
  }
  return pairs
}

/** The most key sets of one run. */
const maxCallers = 100
