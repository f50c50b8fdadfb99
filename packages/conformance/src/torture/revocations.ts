/**
 * The race of callers with the revocation of their pair: once one server has answered it, no server admits them.
 * `races.ts` runs it.
 */
import type { Server } from "./process.ts"
import { operatorOf, type Shop, wireOf } from "./shop.ts"
import { number, type Race } from "./track.ts"
import type { Wire } from "./wire.ts"

/** Pairs that are revoked, and the callers that use each of them on each server meanwhile. */
const rounds = 12
const callersEach = 4

/** What callers of one pair saw. */
interface Seen {
  admitted: number
  /** Calls that began after the answer to the revocation, and those of them that were admitted. */
  after: number
  late: number
  /** Answers that are neither of a valid pair nor of a revoked one, and refusals before the revocation was asked for. */
  other: number
}

/** A pair is used on every server until it is revoked on one of them. */
export const revocations: Race = async (track, callers) => {
  const shop = await track.open({ products: {} })
  const seen: Seen = { admitted: 0, after: 0, late: 0, other: 0 }
  for (let round = 0; round < rounds; round++) {
    const operator = operatorOf(track.servers[round % track.servers.length]!)
    const { exchange, key } = await operator.keys.create({ shop: shop.id, permission: "read" })
    const pair: Shop = { ...shop, headers: { key, exchange } }
    await revokedAmid(track.servers, pair, seen, callers, async () => {
      await operator.keys.revoke({ key, all: 1 })
    })
  }
  const wanted = rounds * track.servers.length * callersEach
  return {
    said: `${number(rounds)} pairs revoked amid their calls, none admitted after the answer`,
    wrong: [
      ...(seen.late > 0
        ? [`${seen.late} of ${seen.after} calls were admitted after their revocation was answered`]
        : []),
      ...(seen.other > 0 ? [`${seen.other} calls had an answer that fits neither`] : []),
      ...(seen.after < wanted ? [`only ${seen.after} of ${wanted} callers called after the revocation`] : []),
      ...(await track.whole(shop))
    ]
  }
}

/** Lets callers use a pair, and revokes it after they were admitted that many times. */
const revokedAmid = async (
  servers: ReadonlyArray<Server>,
  pair: Shop,
  seen: Seen,
  admissions: number,
  revoke: () => Promise<void>
): Promise<void> => {
  const state = { asked: false, answered: false }
  const enough = seen.admitted + admissions
  let reached = () => {}
  const busy = new Promise<void>((resolve) => (reached = resolve))
  const wires = servers.map((server) => wireOf(server, pair))
  const calling = wires.flatMap((wire) =>
    Array.from({ length: callersEach }, () => callOn(wire, state, seen, () => seen.admitted >= enough && reached()))
  )
  // A store that refuses everybody would otherwise never be revoked.
  await Promise.race([busy, Promise.all(calling)])
  state.asked = true
  await revoke()
  state.answered = true
  await Promise.all(calling)
  for (const wire of wires) wire.close()
}

/** Calls until a call that began after the answer was itself answered. */
const callOn = async (
  wire: Wire,
  state: { readonly asked: boolean; readonly answered: boolean },
  seen: Seen,
  admitted: () => void
): Promise<void> => {
  for (let last = false; !last; ) {
    last = state.answered
    const answer = await wire.send({ method: "GET", path: "/v1.1/brands/list.json" })
    const status = answer?.status
    if (status === 200) seen.admitted++
    if (last) seen.after++
    if (last && status === 200) seen.late++
    if (status !== 200 && !(status === 401 && state.asked)) {
      seen.other++
      // A refusal that nobody asked for would repeat itself without end.
      if (!state.asked) return
    }
    admitted()
  }
}
