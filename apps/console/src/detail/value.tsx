/** One value: a badge for a status, a link for an id, a picture, or its text. */
import type { Part } from "../contract/operation.ts"
import { areaOfCollection } from "../fold/area.ts"
import { choiceLabel } from "../fold/spoken.ts"
import { linkTo } from "../page/router.ts"
import { words } from "../words/words.ts"
import { manner } from "./manner.ts"
import { isMarkup, textOfMarkup } from "./markup.ts"
import { isPicture, Picture } from "./picture.tsx"
import { textOf } from "./text.ts"

interface Properties {
  readonly value: unknown
  readonly part: Part
  /** False where the value is within a link already. */
  readonly linked?: boolean
}

/** A cell has room for so much of a text with tags. */
const maxMarkup = 80

export const Value = ({ linked = true, part, value }: Properties) => {
  if (isMarkup(value)) return <span>{textOfMarkup(value, maxMarkup) || value.slice(0, maxMarkup)}</span>
  if (isPicture(value)) return <Picture address={value} />
  const text = textOf(value, part, manner.value)
  if (text === "") return <span class="faint">{words.value.none}</span>
  if (part.kind === "choice" && part.labels !== undefined)
    return <span class={`badge tone-${toneOf(part, value)}`}>{text}</span>
  if (part.kind === "flag" || typeof value === "boolean")
    return <span class={`badge ${Number(value) === 1 || value === true ? "tone-good" : "tone-quiet"}`}>{text}</span>
  if (part.kind === "choice" && typeof value === "string")
    return <span class={`badge tone-${toneOfWord(value)}`}>{choiceLabel(part, value)}</span>
  if (part.kind === "color")
    return (
      <span>
        <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
          <rect width="1" height="1" fill={text} />
        </svg>{" "}
        {text}
      </span>
    )
  const area = part.names === undefined || !linked ? undefined : areaOfCollection(part.names)
  if (area !== undefined && typeof value !== "object") return <a href={linkTo([area, String(value)])}>{text}</a>
  return <span>{text}</span>
}

/** A tone for each place in a table of labels, so that neighbours differ. */
const toneOf = ({ choices = [], labels, names }: Part, value: unknown): string =>
  // The name of an event, such as order.paid, says neither good nor bad.
  names === undefined && labels?.[String(value)]?.includes(".") !== true
    ? tones[
        Math.max(
          0,
          choices.findIndex((one) => String(one) === String(value))
        ) % tones.length
      ]!
    : "quiet"
const tones = ["wait", "good", "busy", "way", "good", "quiet", "quiet", "bad", "wait"]

const toneOfWord = (word: string): string => {
  if (/^(?:active|delivered|sent|closed|online|registered|owner|read-write)$/.test(word)) return "good"
  if (/^(?:dead|failed|open|disabled)$/.test(word)) return "bad"
  return /^(?:pending|waiting|queued|half_open|paused)$/.test(word) ? "wait" : "quiet"
}
