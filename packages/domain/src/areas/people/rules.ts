/** How long codes and sessions are valid, and how both are written. Times are unix seconds. */
import { clockSkew } from "../../contract/throttle.ts"
import { type Person, personBounds, type SignedIn, type SignInCode } from "./document.ts"

const hour = 3600
const day = 24 * hour

/** How long a code is valid: one that is printed, and one that is sent to a person. */
export const codeSeconds = { printed: 600, sent: 7 * day }
/** How long after its end a sent code still asks for another link. */
const askingSeconds = 30 * day
/** How long a session is valid without being used, and at most. */
export const sessionSeconds = { unused: 12 * hour, longest: 30 * day }

/** A new code. */
export const newSignInCode = (
  given: Pick<SignInCode, "digest" | "person">,
  now: number,
  sort: keyof typeof codeSeconds
) => {
  const expires = Math.floor(now / 1000) + codeSeconds[sort]
  return { ...given, expires, kept: sort === "sent" ? expires + askingSeconds : expires } satisfies SignInCode
}

/** A code once it has signed in; `undefined` for one that was printed, of which nothing is kept. */
export const usedCode = (code: SignInCode, now: number): SignInCode | undefined =>
  code.kept === code.expires ? undefined : { ...code, expires: 0, kept: Math.floor(now / 1000) + askingSeconds }

/** Whether a code, valid or not, asks for another link at an instant (unix milliseconds). */
export const mayAsk = ({ kept }: SignInCode, now: number): boolean => kept * 1000 > now

/** A person who has asked for another link; `undefined` if they asked too often within an hour. */
export const askedAgain = (person: Person, now: number): Person | undefined => {
  const seconds = Math.floor(now / 1000)
  // An instant ahead is of a clock that was set back.
  const asked = person.asked.filter((at) => at > seconds - hour && at <= seconds)
  return asked.length >= personBounds.asked ? undefined : { ...person, asked: [...asked, seconds] }
}

/** Whether a code is valid at an instant (unix milliseconds); not if it is valid for longer than any code, because a clock was set back. */
export const isCodeValid = ({ expires }: SignInCode, now: number): boolean =>
  expires * 1000 > now && (expires - codeSeconds.sent) * 1000 <= now + clockSkew

/** A new session. */
export const newSession = (given: Pick<SignedIn, "digest" | "person">, since: number): SignedIn => ({
  ...given,
  since,
  until: since + sessionSeconds.unused
})

/** Whether a session is valid at an instant (unix milliseconds). */
export const isSessionValid = ({ since, until }: SignedIn, now: number): boolean =>
  until * 1000 > now && since * 1000 <= now + clockSkew

/** A session that is used: the same one within an hour, so that a busy one is written 24 times a day. */
export const usedSession = (session: SignedIn, seconds: number): SignedIn => {
  const until = Math.min(seconds + sessionSeconds.unused, session.since + sessionSeconds.longest)
  return until - session.until < hour ? session : { ...session, until }
}

/** What a browser or a person holds: a secret, and the shop that it is of; the operator's names none. */
export interface Held {
  readonly shop: string
  readonly secret: string
}

/** A code or a session as a text. */
export const heldText = ({ secret, shop }: Held): string => (shop === "" ? secret : `${shop}-${secret}`)

/** The parts of such a text; `undefined` for any other. */
export const heldOf = (sent: string): Held | undefined => {
  const [, shop = "", secret] = /^(?:([0-9a-f]{24})-)?([0-9a-f]{64})$/.exec(sent) ?? []
  return secret === undefined ? undefined : { shop, secret }
}

/** The name of a person as the author of a change, where that is stored or shown. */
export const nameOfPerson = (id: string): string => `person:${id}`
