/** Why something failed, as people read it. */
import { words } from "../words/words.ts"
import { errorIn } from "./error.ts"

/** What a failure says of itself: the server's own sentence, if it is a refusal. */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Why something failed, in the language of the console. The server's own sentence is in English, and says what the console cannot. */
export const whyOf = (cause: unknown): string => {
  const { unanswered, refusals, serverSays } = words.value
  const type = errorIn(cause)?.type ?? ""
  const meaning = refusals[type]
  return unanswered[type] ?? (meaning === undefined ? messageOf(cause) : `${meaning} ${serverSays(messageOf(cause))}`)
}
