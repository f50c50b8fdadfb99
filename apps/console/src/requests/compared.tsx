/** An answer beside another one: the lines that the other has not are marked. */
import { pretty } from "./pretty.ts"
import { own } from "./words.ts"

interface Properties {
  readonly text: string | null
  readonly other: string | null
  /** What its own lines are. */
  readonly kind: "gone" | "new"
}

/** A page shows so many lines of an answer. */
const maxLines = 2000

export const Compared = ({ kind, other, text }: Properties) => {
  if (text === null) return <p class="faint">{own.value.notKept}</p>
  if (text === "") return <p class="faint">{own.value.empty}</p>
  return (
    <pre class="code">
      {linesBeside(pretty(text), other === null ? "" : pretty(other))
        .slice(0, maxLines)
        .map(({ isOwn, line }, at) =>
          isOwn && other !== null ? (
            <ins key={at} class={`line-${kind}`}>{`${line}\n`}</ins>
          ) : (
            <span key={at}>{`${line}\n`}</span>
          )
        )}
    </pre>
  )
}

/** The lines of a text, each with whether the other text lacks it; a line counts as often as it occurs. */
const linesBeside = (
  text: string,
  other: string
): ReadonlyArray<{ readonly line: string; readonly isOwn: boolean }> => {
  const left = new Map<string, number>()
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1)
  return text.split("\n").map((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return { line, isOwn: count <= 0 }
  })
}
