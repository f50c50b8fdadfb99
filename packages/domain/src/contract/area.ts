/** An area as one value: everything that it declares. The registry adds an area in one line. */
import type { Check } from "./check.ts"
import type { Collection } from "./collection.ts"
import type { Endpoints } from "./endpoint.ts"
import type { AnyEvent, Events } from "./event.ts"

/** Everything that an area declares. All parts are required, so that none can be forgotten. */
export interface Area<
  out E extends Endpoints = Endpoints,
  out C extends Readonly<Record<string, Collection>> = Readonly<Record<string, Collection>>,
  out V extends Events = Events
> {
  readonly endpoints: E
  /** The documents that its resources are stored in. */
  readonly collections: C
  /** The conditions that must hold between its documents; doctor checks them. */
  readonly checks: ReadonlyArray<Check>
  /** What can happen to its resources, for webhooks. */
  readonly events: V
}

/** Declares an area. */
export const area = <
  const E extends Endpoints,
  const C extends Readonly<Record<string, Collection>>,
  const V extends Events
>(
  declared: Area<E, C, V>
): Area<E, C, V> => declared

/** All areas, keyed by the names that every surface shows. */
export type Areas = { readonly [area: string]: Area }

/** The endpoints of all areas. */
export const contractOf = <const A extends Areas>(areas: A): { readonly [Name in keyof A]: A[Name]["endpoints"] } =>
  Object.fromEntries(Object.entries(areas).map(([name, { endpoints }]) => [name, endpoints])) as never

type All<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer Every) => void
  ? Every
  : never

/** The events of all areas, by the names that handlers use; throws if two share a number or a name. */
export const eventsOf = <const A extends Areas>(areas: A): All<A[keyof A]["events"]> => {
  const all: Record<string, AnyEvent> = {}
  const seen = new Set<number | string>()
  for (const { events } of Object.values(areas))
    for (const [key, event] of Object.entries(events)) {
      for (const mark of [event.type, event.name, `as ${key}`]) {
        if (seen.has(mark)) throw new Error(`Two events are ${mark}.`)
        seen.add(mark)
      }
      all[key] = event
    }
  return all as never
}

/** The collections of all areas, by their names; throws if two areas use the same name. */
export const collectionsOf = <const A extends Areas>(areas: A): All<A[keyof A]["collections"]> => {
  const all: Record<string, Collection> = {}
  for (const { collections } of Object.values(areas))
    for (const [name, collection] of Object.entries(collections)) {
      if (all[name] !== undefined) throw new Error(`Two areas have a collection ${name}.`)
      all[name] = collection
    }
  return all as never
}
