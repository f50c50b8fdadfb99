/** Commits the states of a queued message, each together with the entry that it has in the queue while it is queued. */
import { collections } from "@bottega/domain/areas"
import { type Message, type Queued, withAttempt } from "@bottega/domain/areas/mail"
import { get, installation, retryOnConflict, Storage, type Stored } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { committed as announced } from "../../engine/commit/notices.ts"
import { eventWritesOf, statesOf } from "../../engine/commit/outgoing.ts"
import { guardOf, remove, replace, upsert, type WriteDraft, writeOf } from "../../engine/decide/change.ts"

const { mail, mailQueue } = collections

/** A queued message as it is stored. */
export interface Found {
  readonly entry: Stored<Queued> | undefined
  readonly message: Stored<Message> | undefined
}

/** Reads the entry first: a message that is queued again after it was read has another entry then, which is not removed for it. */
export const found = Effect.fnUntraced(function* ({ id, shop }: Queued) {
  const entry = yield* get(installation, mailQueue, id, { latest: true })
  return { entry, message: yield* get(shop, mail, id, { latest: true }) } as Found
})

/** A message after its last attempt. */
export const ended = (message: Message, state: "sent" | "failed", reply: string, now: number): Message => ({
  ...withAttempt(message, { ts: Math.floor(now / 1000), reply, ok: state === "sent" }),
  state,
  due: null
})

/** Changes a message as it is now; one that was removed meanwhile stays removed. */
export const changed = (queued: Queued, change: (message: Message) => Message) =>
  retryOnConflict(
    Effect.gen(function* () {
      const now = yield* found(queued)
      yield* committed(queued, now, now.message && change(now.message.doc))
    })
  )

/** The writes of a message and of its entry, which exists while it is queued; without a next state it loses its entry alone. */
export const writesOf = (
  { id, shop }: Queued,
  { entry, message }: Found,
  next: Message | undefined
): ReadonlyArray<WriteDraft> => {
  const waits = next?.state === "queued" && next.due !== null
  return [
    ...(message === undefined || next === undefined || next === message.doc
      ? []
      : [replace(mail, message, next, shop)]),
    ...(waits
      ? entry?.doc.due === next.due
        ? []
        : [upsert(mailQueue, entry, { id, shop, due: next.due! }, installation)]
      : entry === undefined
        ? []
        : [remove(mailQueue, entry, installation)])
  ]
}

/** Commits writes of messages of one shop, and what its followers see of them. */
export const commitMessages = Effect.fnUntraced(function* (shop: string, drafts: ReadonlyArray<WriteDraft>) {
  if (drafts.length === 0) return
  const storage = yield* Storage
  const outgoing = eventWritesOf(storage)
  const common = { at: Math.floor((yield* Clock.currentTimeMillis) / 1000), instance: null, requestId: "" }
  const attempt = Effect.gen(function* () {
    const noted = yield* outgoing.drafts(shop, { states: statesOf(drafts) }, common)
    const writes = [...drafts, ...noted.writes].map((draft) => writeOf(shop, draft))
    const guards = noted.guards.map((draft) => guardOf(shop, draft))
    yield* Effect.tapError(storage.commit(writes, guards), (failure) =>
      Effect.sync(() => outgoing.failed(shop, failure))
    )
    if (noted.writes.length > 0) announced(storage, writes)
  })
  // A follower that has seen later events leaves the texts as they are.
  yield* outgoing.retried(attempt, { writes: drafts })
})

/** Commits the next state of a message. */
export const committed = (queued: Queued, before: Found, next: Message | undefined) =>
  commitMessages(queued.shop, writesOf(queued, before, next))
