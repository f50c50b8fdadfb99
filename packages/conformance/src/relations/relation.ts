/**
 * A relation between documents, as an area declares it: the documents that refer, their target, and the two calls that
 * race for it.
 */
import { type Bottega, BottegaError } from "@bottega/client"
import type { Storage, Unavailable } from "@bottega/storage"
import type { Effect } from "effect"

/** A shop as one process of a store serves it. */
export interface Side {
  readonly api: Bottega
  readonly operator: Bottega
  readonly shop: string
  /** A client with another key set. */
  readonly as: (pair: { readonly key: string; readonly exchange: string }) => Bottega
}

/** Something that refers to something that can be removed. */
export interface Relation<in out Target> {
  /** Which, as the subject of a sentence: "an order and its coupon". */
  readonly name: string
  /** Makes the target. */
  readonly target: (side: Side) => Promise<Target>
  /** Makes a reference to the target; false if that is refused because the target is gone. */
  readonly make: (side: Side, target: Target) => Promise<boolean>
  /** Removes the target; false if that is refused because something refers to it. */
  readonly remove: (side: Side, target: Target) => Promise<boolean>
  /** True if a removal leaves no reference: it takes them along, or is refused for them. */
  readonly clears?: boolean
  /** How many documents refer to it. A removal may leave those that there were, unless it clears them; none may be made after it. */
  readonly references: (shop: string, target: Target) => Effect.Effect<number, Unavailable, Storage>
  /** The reason why nothing dangles without guards either, if that is the case. */
  readonly withoutGuards?: string
}

/** Declares a relation. */
export const relation = <Target>(declared: Relation<Target>): Relation<unknown> => declared as Relation<unknown>

/** Whether a call was answered; false if it was refused because of stored data; fails with anything else. */
export const succeeds = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof BottegaError && [400, 404, 409].includes(error.status)) return false
    throw error
  }
}
