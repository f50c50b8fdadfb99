/** What waits to be delivered to the webhooks of all shops, and whether it stands still. */
import { collections } from "@bottega/domain/areas"
import type { Receiver } from "@bottega/domain/areas/webhooks"
import { eventQueue, maxCounted, outbox, timeOfKey } from "@bottega/domain/contract"
import { docOf, installation, type Row, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect } from "effect"
import type { Backlog } from "../../engine/background/worker.ts"

const { deliveries, receivers } = collections

/** What has been due for so long shows that deliveries stand still. */
const standingMs = 300_000

/** The receivers of which the oldest delivery is looked for. */
const maxReceivers = 64
/** Those that are read about at the same time. */
const maxAtOnce = 8

/** What waits, with what has ended since this process began. */
export const backlogOf = (ended: Readonly<Record<string, number>>): Effect.Effect<Backlog, Unavailable, Storage> =>
  Effect.gen(function* () {
    const { find } = yield* Storage
    const now = yield* Clock.currentTimeMillis
    const queued = (yield* find(installation, eventQueue, { limit: maxCounted })).flatMap(madeAtMs)
    const failing = (yield* find(installation, receivers, { limit: maxCounted })).map((row) => docOf(receivers, row))
    const oldest = yield* Effect.forEach(failing.slice(0, maxReceivers), oldestOf, { concurrency: maxAtOnce })
    const [due] = yield* find(installation, receivers, {
      where: [{ on: "due", lte: now }],
      sort: { by: "due" },
      limit: 1
    })
    const since = [...queued, ...(due === undefined ? [] : [docOf(receivers, due).due!])].filter(
      (at) => at < now - standingMs
    )
    const open = failing.reduce((sum, one) => sum + one.open + Number(one.hasParked), 0)
    return {
      waiting: Math.min(queued.length + open, maxCounted),
      oldest: leastOf([...queued, ...oldest.flat()]),
      standingSince: leastOf(since),
      broken: failing.filter(({ isBroken }) => isBroken).length,
      ended: { ...ended }
    }
  })

/** When the oldest events that wait for a receiver happened: of those with deliveries of their own, and of the parked ones. */
const oldestOf = Effect.fnUntraced(function* ({ hasParked, id, shop }: Receiver) {
  const { find } = yield* Storage
  const first = { sort: { by: "key" }, limit: 1 } as const
  const open = ["pending", "waiting"].map((state) => {
    const where = [
      { on: "webhook", eq: id },
      { on: "state", eq: state }
    ] as const
    return find(shop, deliveries, { where, ...first })
  })
  const parked = hasParked ? [find(shop, outbox, { where: [{ on: "parked", eq: id }], ...first })] : []
  const rows: ReadonlyArray<Row> = (yield* Effect.all([...open, ...parked], { concurrency: "unbounded" })).flat()
  return rows.flatMap(madeAtMs)
})

const madeAtMs = ({ key }: Row): ReadonlyArray<number> => [timeOfKey(key) ?? []].flat()

const leastOf = (instants: ReadonlyArray<number>): number | undefined =>
  instants.length === 0 ? undefined : Math.min(...instants)
