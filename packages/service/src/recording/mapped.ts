/** The parameters of a recorded call with the ids of the run in which it is played. */
import { type Any, type Field, fieldsOf, type Shape } from "@bottega/domain/contract"
import type { IdMap } from "./ids.ts"

/** A query or the body of a form with its ids mapped; names and the spelling of other values stay. */
export const mappedForm = (form: string, endpoint: Any, ids: IdMap): string =>
  form
    .split("&")
    .map((pair) => {
      const [name = "", value] = pair.split(/=(.*)/s)
      if (value === undefined) return pair
      const sent = decoded(value)
      const mapped = textValue(sent, shapeAt(decoded(name), fieldsOf(endpoint)), ids)
      return mapped === sent ? pair : `${name}=${encodeURIComponent(mapped)}`
    })
    .join("&")

/** A body of JSON with its ids mapped; a text that is not JSON stays. */
export const mappedJson = (json: string, endpoint: Any, ids: IdMap): string => {
  try {
    const fields = fieldsOf(endpoint)
    return JSON.stringify(value(JSON.parse(json), { kind: "object", bounds: {}, sentences: [], inner: fields }, ids))
  } catch {
    return json
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}

const textValue = (sent: string, shape: Shape | undefined, ids: IdMap): string => {
  const kind = shape?.names ?? shape?.item?.names
  const one = (text: string) =>
    kind !== undefined && /^\d{1,15}$/.test(text) ? String(ids.number(kind, Number(text))) : ids.text(text)
  return /,/.test(sent) && shape?.kind !== "text" ? sent.split(",").map(one).join(",") : one(sent)
}

const value = (sent: unknown, shape: Shape | undefined, ids: IdMap): unknown => {
  if (typeof sent === "string") return textValue(sent, shape, ids)
  if (typeof sent === "number") return shape?.names === undefined ? sent : ids.number(shape.names, sent)
  if (Array.isArray(sent)) return sent.map((member) => value(member, shape?.item ?? shape?.member, ids))
  if (typeof sent !== "object" || sent === null) return sent
  return Object.fromEntries(
    Object.entries(sent).map(([name, member]) => [name, value(member, memberOf(name, shape), ids)])
  )
}

/** The shape of a parameter by its name in a form: `items[0][uid]`. */
const shapeAt = (name: string, fields: ReadonlyArray<Field>): Shape | undefined => {
  const [first = "", ...rest] = name.split(/[[\].]+/, 20).filter((part) => part !== "")
  return rest.reduce<Shape | undefined>((shape, part) => memberOf(part, shape), field(first, fields))
}

const memberOf = (name: string, shape: Shape | undefined): Shape | undefined =>
  shape === undefined ? undefined : (field(name, shape.inner ?? []) ?? shape.member ?? shape.item)

const field = (name: string, fields: ReadonlyArray<Field>): Field | undefined =>
  fields.find((one) => one.name === name || one.aliases?.includes(name) === true)
