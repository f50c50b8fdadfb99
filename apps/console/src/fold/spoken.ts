/** What people call areas, operations and fields. */
import type { Named, Operation, Part } from "../contract/operation.ts"
import { views } from "../views/views.ts"
import { areaNouns, fieldNames, labelNames, newNames, operationNames } from "../words/names.ts"
import { language, words } from "../words/words.ts"

/** `billing_postal_code` as words. */
const readable = (name: string): string => {
  const text = name
    .replace(/^_+/, "")
    .replaceAll(/[._]+/g, " ")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replaceAll(/\b(?:html|id|seo|sku|uid|url|vat)\b/g, (one) => one.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What an area is called. */
export const areaNoun = (area: string): string =>
  views[area]?.noun[language.value] ?? areaNouns[area]?.[language.value] ?? readable(area)

/** What a field is called; `path` is where it is in its object. */
export const fieldLabel = (field: Pick<Named, "name" | "title">, area?: string, path = field.name): string => {
  const own = area === undefined ? undefined : views[area]?.words?.[path]?.[language.value]
  return (
    own ??
    (language.value === "it" ? (fieldNames[`${area}.${field.name}`] ?? fieldNames[field.name]) : undefined) ??
    field.title ??
    readable(field.name)
  )
}

/** What an operation does: the first sentence of its summary, without its period. */
export const summaryOf = ({ summary }: Operation): string => summary.replace(/\.(?:\s.*)?$/s, "")

/** The name of an operation as the text of a button. */
export const actionLabel = ({ name }: Operation): string => {
  if (name === "update") return words.value.edit
  return (language.value === "it" ? operationNames[name] : undefined) ?? readable(name)
}

/** The heading of the form of an operation: of one that makes an entry, what is made. */
export const formLabel = (operation: Operation): string => {
  const { area, id, name } = operation
  if (name !== "create") return newNames[id]?.[language.value] ?? actionLabel(operation)
  return newNames[area]?.[language.value] ?? `${words.value.create}: ${areaNoun(area)}`
}

/** A sentence of the contract. It is written in English alone, so a page in another language does without it. */
export const sentenceOf = (text: string | undefined): string | undefined => (language.value === "en" ? text : undefined)

/** What one of the values to choose from is called; one without a label is a word of the wire. */
export const choiceLabel = ({ labels }: Part, one: unknown): string => {
  const own = labels?.[String(one)]
  const label = own ?? String(one).replaceAll("_", " ")
  const said = language.value === "it" ? (labelNames[label] ?? label) : label
  return own === undefined && /^[a-z][a-z -]*$/.test(said) ? said.charAt(0).toUpperCase() + said.slice(1) : said
}
