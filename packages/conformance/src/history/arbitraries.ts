/** The small values that the calls of a history are drawn from: few, so that calls often concern the same thing. */
import fc from "fast-check"
import type { Drawn } from "./drawn.ts"
import type { Pick } from "./names.ts"

/** How an operation is called, and how often compared with the others. */
export interface Kind {
  readonly weight: number
  readonly parameters: fc.Arbitrary<object>
  readonly flaws?: Drawn["flaws"]
  /** It is sent without an idempotency key. */
  readonly keyless?: true
  /**
   * It is sent only to the first instance: uids are reserved in blocks, so two alternating instances would not assign
   * them in order.
   */
  readonly first?: true
}

/** A value in that many of ten cases, otherwise undefined. */
export const often = <A>(tenths: number, arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: 10 - tenths, arbitrary: fc.constant(undefined) }, { weight: tenths, arbitrary })
/** A value in half of the cases. */
export const maybe = <A>(arbitrary: fc.Arbitrary<A>) => often(5, arbitrary)
/** A value in a fifth of the cases. */
export const rarely = <A>(arbitrary: fc.Arbitrary<A>) => often(2, arbitrary)
/** 0 or 1. */
export const flag = fc.constantFrom<[0, 1]>(0, 1)
/** A record without its undefined fields. */
export const definedOnly = <A extends object>(fields: { [K in keyof A]: fc.Arbitrary<A[K]> }): fc.Arbitrary<object> =>
  fc.record(fields).map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)))
/** Both records in one. */
export const joined = <A extends object | undefined, B extends object>(one: fc.Arbitrary<A>, other: fc.Arbitrary<B>) =>
  fc.tuple(one, other).map(([a, b]) => ({ ...a, ...b }))

/** One of a kind that was made, or one that does not exist. */
export const pick = (kind: Pick["pick"]): fc.Arbitrary<Pick> => fc.nat(4).map((n) => ({ pick: kind, n }))
/** An email address of one of two people. */
export const email = fc.constantFrom("anna@example.com", "Anna@Example.com", "bruno@example.com")
/** One tag, or two. */
export const tags = fc.constantFrom("red", "blue", "red,blue", "red,red")
