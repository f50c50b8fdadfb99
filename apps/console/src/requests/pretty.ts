/** Bodies and answers as people read them. */

/** JSON with its lines; a form with a parameter on each line. */
export const pretty = (text: string): string => {
  const json = jsonIn(text)
  if (json !== undefined) return JSON.stringify(json, null, 2)
  return /^[\w.[\]%]+=/.test(text)
    ? [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`).join("\n")
    : text
}

/** The value of a text of JSON; undefined for any other. */
export const jsonIn = (text: string | null): unknown => {
  try {
    return text !== null && /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
