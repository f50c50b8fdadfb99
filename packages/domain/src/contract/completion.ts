/** Completes stored documents that were written before some of their fields existed. */
import { defaultIn, type Field, type Shape } from "./shape.ts"

/** Makes a function that adds missing defaults to an object in place, including those of nested structs, lists and records. */
export const addDefaults = (shape: Shape): ((doc: unknown) => unknown) => {
  const inner = fillingOf(shape)
  return (doc) => {
    inner?.(doc)
    return doc
  }
}

type Filling = (value: unknown) => void

/** Makes a function that adds the defaults within a value; `undefined` if the shape has none. */
const fillingOf = ({ either, inner = [], item, member }: Shape): Filling | undefined => {
  if (either !== undefined) return onlyOne(either.flatMap((one) => fillingOf(one) ?? []))
  if (item !== undefined) {
    const filling = fillingOf(item)
    return filling && ((list) => Array.isArray(list) && list.forEach(filling))
  }
  const steps = [...inner.flatMap(fieldFilling), ...(member === undefined ? [] : recordFilling(member))]
  if (steps.length === 0) return undefined
  return (doc) => {
    if (typeof doc === "object" && doc !== null && !Array.isArray(doc)) for (const step of steps) step(doc as Fields)
  }
}

const onlyOne = ([filling, another]: ReadonlyArray<Filling>): Filling | undefined => {
  if (another !== undefined) throw new TypeError("only one member of a union can have fields with defaults")
  return filling
}

type Fields = Record<PropertyKey, unknown>
type Step = (doc: Fields) => void

const fieldFilling = (field: Field): ReadonlyArray<Step> => {
  const { name } = field
  const given = defaultIn(field)
  const inner = fillingOf(field)
  if (given === undefined) return inner === undefined ? [] : [(doc) => inner(doc[name])]
  return [
    (doc) => {
      if (!(name in doc)) doc[name] = given.value
      else inner?.(doc[name])
    }
  ]
}

const recordFilling = (member: Shape): ReadonlyArray<Step> => {
  const inner = fillingOf(member)
  return inner === undefined ? [] : [(doc) => Object.values(doc).forEach(inner)]
}
