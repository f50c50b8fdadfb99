/** The key sets of the shop: the server lists pairs, of which a key set may have several. */
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"

/** A pair as the server lists it. */
export interface Pair {
  readonly key: string
  readonly instance: string
  readonly permission: "read" | "read-write"
  readonly label: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
}

/** The pairs of one program, the newest first. */
export interface KeySet extends Pair {
  readonly pairs: ReadonlyArray<Pair>
  readonly state: "active" | "ending" | "ended"
}

const list = operationsById.get("keys.list")!

/** Whether a pair is valid: it is not revoked, and has not expired. */
const isValid = ({ expires_at, revoked_at }: Pair, now: number): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now)

/** Pairs of a key set have one instance; the newest valid one stands for them. */
const keySetsOf = (pairs: ReadonlyArray<Pair>, now: number): ReadonlyArray<KeySet> =>
  [...Map.groupBy(pairs, ({ instance }) => instance).values()].map((own) => {
    const newest = own.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
    const valid = newest.filter((one) => isValid(one, now))
    const shown = valid[0] ?? newest[0]!
    const used = newest
      .map(({ last_used_at }) => last_used_at ?? "")
      .toSorted()
      .at(-1)
    const state =
      valid.length === 0 ? "ended" : valid.some(({ expires_at }) => expires_at === null) ? "active" : "ending"
    return { ...shown, last_used_at: used === undefined || used === "" ? null : used, pairs: newest, state }
  })

/** What a pair is. */
export const stateOf = (pair: Pair, now: number): KeySet["state"] =>
  !isValid(pair, now) ? "ended" : pair.expires_at === null ? "active" : "ending"

/** The key sets, those that are in use first. `now` is what the server's clock may show: it may be moved. */
export const useKeySets = (now: number) => {
  const { again, data, failure } = useAnswer(list, {})
  const all = data === undefined ? undefined : keySetsOf(data as ReadonlyArray<Pair>, now)
  const rank = ({ state }: KeySet) => (state === "ended" ? 1 : 0)
  return { again, failure, keySets: all?.toSorted((one, other) => rank(one) - rank(other)) }
}

/** What people call a key set. */
export const nameOf = ({ instance, key, label }: Pair): string => label || instance || key
