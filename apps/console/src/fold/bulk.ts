/** What can be done with several entries of a list at once. */
import { mayCall } from "../call/session.ts"
import type { Operation } from "../contract/operation.ts"
import { views } from "../views/views.ts"
import { language, words } from "../words/words.ts"
import { type Action, actionsOf, isRemoval, type Pages } from "./area.ts"
import { fieldLabel } from "./spoken.ts"

/** A change of several entries: an operation, the parameter that names the entry, and the values that all get. */
export interface Bulk {
  readonly operation: Operation
  readonly by: string
  readonly set: Readonly<Record<string, unknown>>
  readonly text: string
  /** What it does beside that. */
  readonly note?: string
  /** Whether it cannot be undone. */
  readonly isFinal: boolean
}

/** What a person may do with several entries: what the view says, or the values of a change that has but one; and removal. */
export const bulkOf = (pages: Pages): ReadonlyArray<Bulk> => {
  const actions = actionsOf(pages).filter(({ operation }) => mayCall(operation))
  const declared = views[pages.area]?.bulk
  const changes =
    declared === undefined ? actions.flatMap(valuesOf) : declared.flatMap((one) => withWords(actions, one))
  const removals = actions.filter((one) => isRemoval(one) && othersOf(one).length === 0)
  const removed = removals.map((one) => ({ ...one, set: {}, text: words.value.remove, isFinal: true }))
  return [...changes, ...removed]
}

/** The parameters that an action needs besides the entry. */
const othersOf = ({ by, operation: { input } }: Action) =>
  input.filter(({ name, required }) => required === true && name !== "shop" && name !== by)

type Declared = NonNullable<NonNullable<(typeof views)[string]>["bulk"]>[number]

const withWords = (actions: ReadonlyArray<Action>, { note, operation, set, words }: Declared): ReadonlyArray<Bulk> => {
  const action = actions.find((one) => one.operation.name === operation)
  if (action === undefined) return []
  const said = note === undefined ? {} : { note: note[language.value] }
  return [{ ...action, set, text: words[language.value], ...said, isFinal: false }]
}

/** `paused` is one of two values, so each of them is something that can be done. */
const valuesOf = (action: Action): ReadonlyArray<Bulk> => {
  const [field, ...more] = othersOf(action)
  if (field?.kind !== "flag" || more.length > 0) return []
  const label = fieldLabel(field, action.operation.area)
  return [
    { ...action, set: { [field.name]: 1 }, text: `${label}: ${words.value.yes}`, isFinal: false },
    { ...action, set: { [field.name]: 0 }, text: `${label}: ${words.value.no}`, isFinal: false }
  ]
}
