/**
 * The link of a message that signs a person in. No stored text has it: each attempt makes a code of its own, which is in the
 * bytes that are sent and nowhere else.
 */
import { collections } from "@bottega/domain/areas"
import { linkPlace, type Message, type MessageText } from "@bottega/domain/areas/mail"
import { get, Storage, type Write } from "@bottega/storage"
import { Clock, Data, Effect } from "effect"
import { lastServed } from "../../engine/answer/last-served.ts"
import { guard, guardOf, remove, writeOf } from "../../engine/decide/change.ts"
import { linkOf, newCode, roomForCode } from "../../engine/decide/codes.ts"

const { people, signInCodes } = collections

/** A message has no link, because of a reason that the message then has. */
class Unlinked extends Data.TaggedError("Unlinked")<{ readonly message: string }> {}

/** What one attempt sends. */
export interface Linked extends MessageText {
  /** Removes what shows the code from a text of the SMTP server, which may quote the message. */
  readonly concealed: (text: string) => string
  /** Takes the code back, which nobody has got. */
  readonly withdrawn: Effect.Effect<void, never, Storage>
}

/** The texts of a message with the link of this attempt, if it has one. */
export const linked = Effect.fnUntraced(function* (shop: string, message: Message) {
  const { html, person: id, subject, text } = message
  if (id === null) return { subject, text, html, concealed: (said: string) => said, withdrawn: Effect.void } as Linked
  const served = yield* lastServed
  if (served === undefined) return yield* new Unlinked({ message: noAddress })
  const storage = yield* Storage
  const person = yield* get(shop, people, id, { latest: true })
  if (person?.doc.email !== message.to) return yield* new Unlinked({ message: "The person was removed." })
  const { code, doc, write } = yield* newCode({ shop, person: id }, yield* Clock.currentTimeMillis, "sent")
  const room = yield* roomForCode((of, query) => storage.find(shop, of, { ...query, latest: true }), shop, id)
  yield* storage.commit(
    [write, ...room].map((draft): Write => writeOf(shop, draft)),
    [guardOf(shop, guard(people, person, shop))]
  )
  const within = (given: string) => given.replaceAll(linkPlace, linkOf(served.url, code))
  return {
    ...{ subject, text: within(text), html: within(html), concealed: concealing(code) },
    withdrawn: Effect.ignore(withdraw(shop, doc.digest))
  } as Linked
})

const noAddress = "The address of the console is unknown: the server needs --public-url."

const withdraw = Effect.fnUntraced(function* (shop: string, digest: string) {
  const code = yield* get(shop, signInCodes, digest, { latest: true })
  if (code === undefined) return
  yield* Storage.use(({ commit }) => commit([writeOf(shop, remove(signInCodes, code, shop))]))
})

/** A part of the code counts too, because a line of the message may end within it. */
const concealing = (code: string) => (said: string) =>
  said.replace(/[0-9a-f]{6,}/gi, (part) => (code.includes(part.toLowerCase()) ? "[redacted]" : part))
