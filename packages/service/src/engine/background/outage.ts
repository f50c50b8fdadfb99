/** Records in the store that another server accepts nothing at present, so that every process of the store can say so. */
import { type Adapter, get, installation, modify, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { records } from "../records.ts"

/** Per store, whether this process knows that there is no outage of a name; then a success costs nothing. */
const sound = new WeakMap<Adapter, Set<string>>()

/** Notes what a server said that accepts nothing; `undefined` once it accepts something again. */
export const noteOutage = Effect.fnUntraced(function* (name: string, reply: string | undefined) {
  const storage = yield* Storage
  const known = sound.get(storage) ?? new Set()
  sound.set(storage, known)
  if (reply === undefined && known.has(name)) return
  if (reply === undefined && (yield* get(installation, records.outages, name)) === undefined)
    return void known.add(name)
  known.delete(name)
  const now = yield* Clock.currentTimeMillis
  yield* modify(installation, records.outages, name, (before) =>
    Effect.succeed(reply === undefined ? undefined : (before ?? { name, since: now, reply: reply.slice(0, 500) }))
  ).pipe(Effect.catchTag("Taken", Effect.die))
})
