/** The pages of an area, found in the contract: its list, the page of an entry, and what can be done with one. */
import type { Named, Operation, Part } from "../contract/operation.ts"
import { operations } from "../contract/operations.ts"

/** The pages of an area. */
export interface Pages {
  readonly area: string
  readonly list: Operation | undefined
  /** The operation that reads an entry, and the parameter that names it. */
  readonly read: { readonly operation: Operation; readonly by: string } | undefined
  readonly create: Operation | undefined
  /** Where there is no list: the operations that answer about the shop as a whole. */
  readonly overviews: ReadonlyArray<Operation>
  /** What is left: operations on no entry in particular. */
  readonly others: ReadonlyArray<Operation>
}

/** Something that can be done with one entry; `by` is the parameter that names it. */
export interface Action {
  readonly operation: Operation
  readonly by: string
}

/** The parameters that say which part of a list is sent, and not what is in it. */
export const paging: ReadonlySet<string> = new Set(["limit", "skip", "page", "cursor", "nodes", "shop"])

/** The names of all areas, in the contract's order. */
export const areaNames: ReadonlyArray<string> = [...new Set(operations.map(({ area }) => area))]

/** The pages of an area; a view may name the operation of its list. */
export const pagesOf = (area: string, listName?: string, mayCall = (_: Operation) => true): Pages => {
  const own = operations.filter((one) => one.area === area && mayCall(one))
  const lists = own.filter(isList)
  const list =
    lists.find(({ name }) => name === listName) ?? lists.find(({ answer }) => answer === "page") ?? lists.at(0)
  const keys = fieldsOf(list?.output.item)
  const read = list && readerIn(own, keys)
  const create = own.find(({ method, name }) => method === "POST" && name === "create")
  const overviews = list === undefined ? own.filter(isOverview) : []
  const shown = new Set([list, read?.operation, create, ...overviews])
  const others = own.filter((one) => !shown.has(one) && !one.endless && actionOf(one, keys) === undefined)
  return { area, list, read, create, overviews, others }
}

/** Whether an operation's answer is a list of objects that needs no parameter but the shop. */
const isList = ({ endless, input, method, output }: Operation): boolean =>
  method === "GET" &&
  endless === undefined &&
  output.kind === "list" &&
  fieldsOf(output.item).length > 0 &&
  neededOf(input).length === 0

/** Whether an operation reads an object about the shop as a whole. */
const isOverview = ({ answer, endless, input, method, output }: Operation): boolean =>
  method === "GET" &&
  answer === "read" &&
  endless === undefined &&
  output.kind === "object" &&
  neededOf(input).every(({ names }) => names === "shops")

/** The parameters that a call needs besides the shop. */
const neededOf = (input: ReadonlyArray<Named>): ReadonlyArray<Named> =>
  input.filter(({ name, required }) => required === true && name !== "shop")

/** The fields of an object. */
export const fieldsOf = (part: Part | undefined): ReadonlyArray<Named> => part?.inner ?? []

/** The operation that reads one entry by a field of the list. */
const readerIn = (own: ReadonlyArray<Operation>, keys: ReadonlyArray<Named>): Pages["read"] => {
  const found = own.flatMap((operation) => {
    const { answer, input, output } = operation
    const needed = neededOf(input)
    const by =
      needed.length === 0 ? input.find(({ name }) => name === "id") : needed.length === 1 ? needed[0] : undefined
    const fits = answer === "read" && output.kind === "object" && keys.some(({ name }) => name === by?.name)
    return fits && by !== undefined ? [{ operation, by: by.name }] : []
  })
  return found.find(({ operation }) => operation.name === "read") ?? found[0]
}

/** What an operation does with an entry of a list; undefined if it is about no entry. */
const actionOf = (operation: Operation, keys: ReadonlyArray<Named>): Action | undefined => {
  const key = keys.find(({ names }) => names !== undefined) ?? keys[0]
  if (operation.name === "create" || key === undefined) return undefined
  const needed = neededOf(operation.input)
  const by =
    needed.find(({ name }) => name === key.name) ??
    needed.find(({ names }) => names !== undefined && names === key.names)
  return by === undefined ? undefined : { operation, by: by.name }
}

/** What can be done with an entry: changes first, in the contract's order, and removals last. */
export const actionsOf = ({ area, list, read }: Pages): ReadonlyArray<Action> => {
  const keys = fieldsOf(list?.output.item ?? read?.operation.output)
  const found = operations
    .filter((one) => one.area === area && one !== read?.operation && one !== list)
    .flatMap((one) => actionOf(one, keys) ?? [])
  return [
    ...found.filter(({ operation }) => operation.method !== "DELETE"),
    ...found.filter(({ operation }) => operation.method === "DELETE")
  ]
}

/** Whether an action ends the entry itself, and not a part of it. */
export const isRemoval = ({ operation }: Action): boolean =>
  operation.method === "DELETE" && operation.name === "remove"

/**
 * The field by which the page of an entry finds it. An entry that no operation reads is found in the list, if something can be done
 * with it there.
 */
export const entryKeyOf = (pages: Pages): string | undefined => {
  if (pages.read !== undefined) return pages.read.by
  const fields = fieldsOf(pages.list?.output.item)
  return actionsOf(pages).length === 0
    ? undefined
    : (fields.find(({ names }) => names !== undefined) ?? fields[0])?.name
}

/** The area with a page for a document of a collection, or none. */
export const areaOfCollection = (collection: string): string | undefined => {
  const place = placesByCollection.get(collection)
  return place === undefined || entryKeyOf(place.pages) === undefined ? undefined : place.area
}

/** The list that a document of a collection is chosen from. */
export const listOfCollection = (collection: string): Operation | undefined => placesByCollection.get(collection)?.list

const placesByCollection = new Map(
  areaNames
    .map((area) => pagesOf(area))
    .flatMap((pages) => {
      const { area, list } = pages
      const names = fieldsOf(list?.output.item).find(({ names }) => names !== undefined)?.names
      return names === undefined || list === undefined ? [] : [[names, { area, list, pages }] as const]
    })
    .reverse()
)
