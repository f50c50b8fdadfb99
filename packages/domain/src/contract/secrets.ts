/**
 * The secrets that sign calls to other servers, and their rotation: during the overlap a call carries a signature of each
 * valid secret, so that a receiver can change over without losing one. Times are unix milliseconds.
 */
import { Schema } from "effect"
import { bounded } from "./bounded.ts"
import { withDefault } from "./defaults.ts"
import { intBetween, Text } from "./values.ts"

/** A secret, `whsec_` and base64, and the instant from which it signs nothing; null for the current one. */
export const SigningSecret = Schema.Struct({ secret: Text, until: Schema.NullOr(Schema.Number) })
export type SigningSecret = typeof SigningSecret.Type

/** The bound of the secrets that are valid at once, and so of the signatures of a call. */
export const secretBound = { max: 10, noun: "secrets" }

/** The secrets of one receiver as stored, the current one first. */
export const SigningSecrets = bounded(Schema.Array(SigningSecret), secretBound)

/** How long the previous secrets go on signing after a rotation: a day by default, at most 30 days. */
export const SecretOverlap = withDefault(
  intBetween(0, 2_592_000).annotate({
    description: "How long calls are signed with the previous secret too, in seconds, up to 30 days."
  }),
  86_400
)

/** The secrets of a new receiver. */
export const firstSecrets = (secret: string): ReadonlyArray<SigningSecret> => [{ secret, until: null }]

/**
 * Adds a new secret. The previous ones stay valid for the overlap, or until their own end if that comes first.
 * `undefined` if as many secrets as {@link secretBound} allows are still valid.
 */
export const rotatedSecrets = (
  secrets: ReadonlyArray<SigningSecret>,
  given: { readonly secret: string; readonly overlapSeconds: number; readonly nowMs: number }
): ReadonlyArray<SigningSecret> | undefined => {
  const end = given.nowMs + given.overlapSeconds * 1000
  const previous = secrets
    .map(({ secret, until }) => ({ secret, until: until === null ? end : Math.min(until, end) }))
    .filter(({ until }) => until > given.nowMs)
  return previous.length < secretBound.max ? [...firstSecrets(given.secret), ...previous] : undefined
}

/** The secrets that sign a call at an instant, the current one first. */
export const validSecrets = (secrets: ReadonlyArray<SigningSecret>, nowMs: number): ReadonlyArray<string> =>
  secrets.filter(({ until }) => until === null || until > nowMs).map(({ secret }) => secret)
