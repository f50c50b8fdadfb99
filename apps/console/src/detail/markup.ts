/** HTML as text that people read: its tags and scripts left out. It is never drawn as HTML. */

/** A reader of a detail needs no more; the whole is below it as source. */
const maxRead = 20_000

/** Whether a value is HTML, whatever its field says of it: it begins with a tag, or ends one. */
export const isMarkup = (value: unknown): value is string =>
  typeof value === "string" && /^\s*<[a-z!][^<>]*>|<\/[a-z][\w-]*>|<br\b/i.test(value.slice(0, maxRead))

/** The first words of HTML, without tags, scripts and styles; empty if it has no text. */
export const textOfMarkup = (html: string, maxLength: number): string => {
  const text = html
    .slice(0, maxRead)
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replaceAll(/<[^<>]*(?:>|$)/g, " ")
    .replaceAll(/&(?:#(\d{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, (_, code?: string, name?: string) =>
      name === undefined ? String.fromCodePoint(Number(code)) : entities[name]!
    )
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,;:!?])/g, "")
    .trim()
  return shortened(text, maxLength)
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** The beginning of a text, up to the end of a word. */
export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s+\S*$/, "")} …`
