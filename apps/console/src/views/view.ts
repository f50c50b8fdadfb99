/** A view says of an area what the contract does not: columns, their order, and words. Without one an area is shown plainly. */
import type { areas } from "@bottega/domain/areas"
import type { Input, Output } from "@bottega/domain/contract"
import type { Said } from "../words/words.ts"

type Areas = typeof areas
export type AreaName = keyof Areas
type Endpoints<A extends AreaName> = Areas[A]["endpoints"]
type Item<Out> = Out extends ReadonlyArray<infer One> ? One : never

/** The names of an object's fields, and of those within them: `billing.fullname`. */
type Path<A> = A extends object
  ? { [Name in keyof A & string]: Name | Inner<Name, NonNullable<A[Name]>> }[keyof A & string]
  : never
type Inner<Name extends string, A> =
  A extends ReadonlyArray<unknown> ? never : A extends object ? `${Name}.${keyof A & string}` : never

/** A view with the names of any area. */
export interface View {
  /** The operation whose answer is the list. */
  readonly list: string
  /** The field by which people know an entry. */
  readonly title: string
  readonly columns: ReadonlyArray<string>
  /** The parameters that the filter bar offers first. */
  readonly filters?: ReadonlyArray<string>
  /** What can be done with several entries at once, beside their removal. */
  readonly bulk?: ReadonlyArray<BulkChange<string>>
  /** What the area is called. */
  readonly noun: Said
  /** What columns are called, where the contract has no title for them. */
  readonly words?: Readonly<Record<string, Said>>
}

/** A change of several entries: an operation on one, and the values that all get. */
interface BulkChange<Name> {
  readonly operation: Name
  readonly set: Readonly<Record<string, unknown>>
  readonly words: Said
  /** What it does beside that. */
  readonly note?: Said
}

/** A view whose names are those of the area's list: a field that the list has not does not compile. */
type Checked<A extends AreaName, List extends keyof Endpoints<A> & string> = {
  readonly list: List
  readonly title: Path<Item<Output<Endpoints<A>[List]>>>
  readonly columns: ReadonlyArray<Path<Item<Output<Endpoints<A>[List]>>>>
  readonly filters?: ReadonlyArray<keyof Input<Endpoints<A>[List]> & string>
  readonly bulk?: ReadonlyArray<BulkChange<keyof Endpoints<A> & string>>
  readonly noun: Said
  readonly words?: { readonly [Name in Path<Item<Output<Endpoints<A>[List]>>>]?: Said }
}

/** Declares the view of an area. */
export const view =
  <A extends AreaName>(_area: A) =>
  <const List extends keyof Endpoints<A> & string>(declared: Checked<A, List>): View =>
    declared as unknown as View
