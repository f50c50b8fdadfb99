/** The lines of a new area in the registries. */

/** Adds a line to those that match, in their order; or before the first one that `before` matches. */
const withLine = (text: string, line: string, isAlike: RegExp, before = isAlike): string => {
  const lines = text.split("\n")
  const alike = lines.flatMap((one, at) => (isAlike.test(one) ? [at] : []))
  const at =
    before === isAlike
      ? (alike.find((one) => lines[one]! > line) ?? alike.at(-1)! + 1)
      : lines.findIndex((one) => before.test(one))
  if (alike.length === 0 || at < 0) throw new Error(`A registry has no place for the line ${line}`)
  lines.splice(at, 0, line)
  return lines.join("\n")
}

/** Domain's registry shows areas in the order in which people need them: those of the operator come last. */
export const inDomain = (text: string, area: string): string =>
  withLine(
    withLine(text, `import { ${area} } from "./areas/${area}.ts"`, /^import \{ \w+ \} from ".\/areas\//),
    `  ${area},`,
    /^ {2}\w+,$/,
    /^ {2}store,$/
  )

/** The last member of a list ends without a comma. */
const withMember = (text: string, line: string, isAlike: RegExp): string => {
  const ended = text.replace(new RegExp(`(${isAlike.source})$(?=\n\\})`, "m"), "$1,")
  const added = withLine(ended, `${line},`, new RegExp(`${isAlike.source},$`))
  return added.replace(new RegExp(`(${isAlike.source}),$(?=\n\\})`, "m"), "$1")
}

export const inService = (text: string, area: string): string =>
  withMember(
    withLine(text, `import * as ${area} from "./areas/${area}.ts"`, /^import \* as \w+ from ".\/areas\//),
    `  ${area}: ${area}.handlers`,
    /^ {2}\w+: \w+\.handlers/
  )

export const inConformance = (text: string, area: string): string =>
  withMember(
    withLine(text, `import { ${area} } from "./areas/${area}.ts"`, /^import \{ \w+ \} from ".\/areas\//),
    `  ${area}`,
    /^ {2}\w+/
  )

/** A new collection has no list whose size is bounded. */
export const inLargest = (text: string, area: string): string =>
  withMember(text, `  ${area}: "none"`, /^ {2}\w+: "none"/)
