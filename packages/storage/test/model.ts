/** The port's promises implemented plainly: no indexes, no plans, every query reads everything. */
import type { Value } from "@bottega/domain/contract"
import type { Guard, Query, Row, Test, Write } from "../src/storage.ts"
import { type Thing, things } from "./things.ts"

interface Kept {
  readonly key: number
  readonly version: number
  readonly doc: Thing
}

/** Things of several shops. */
export class Model {
  #kept = new Map<string, ReadonlyArray<Kept>>()

  /** The version of a thing, 0 when there is none. */
  version(shop: string, id: number): number {
    return this.#of(shop).find(({ key }) => key === id)?.version ?? 0
  }

  /** The keys that a query finds. */
  find(shop: string, { after, limit, skip = 0, sort = { by: "key" }, where = [] }: Query<string>): ReadonlyArray<Kept> {
    const sign = sort.descending === true ? -1 : 1
    const at = (kept: Kept) => valuesOf(kept, sort.by)[0]!
    const passed = (kept: Kept) =>
      after === undefined ||
      sign *
        order(
          [...(sort.by === "key" ? [] : [at(kept)]), kept.key],
          [...(sort.by === "key" ? [] : [after.value]), after.key]
        ) >
        0
    return this.#of(shop)
      .filter((kept) => valuesOf(kept, sort.by).length > 0)
      .filter((kept) => where.every((test) => valuesOf(kept, test.on).some((value) => holds(value, test))))
      .filter(passed)
      .sort((one, other) => sign * order([at(one), one.key], [at(other), other.key]))
      .slice(skip, limit === undefined ? undefined : skip + limit)
  }

  /** The row of a thing, for a guard. */
  row(shop: string, id: number): Row | undefined {
    const [kept] = this.find(shop, { where: [{ on: "key", eq: id }], limit: 1 })
    return kept && { key: id, version: kept.version, text: things.encode(kept.doc) }
  }

  /** `done`, or the refusal; where an absence does not hold it may name any document. */
  commit(writes: ReadonlyArray<Write>, guards: ReadonlyArray<Guard> = []): string {
    const [broken, ...others] = guards.filter((guard) => !this.#holds(guard))
    if (broken !== undefined)
      return "row" in broken && others.every((guard) => "row" in guard) ? `Stale ${broken.row.key} ` : "Stale"
    const before = this.#kept
    this.#kept = new Map(before)
    for (const write of writes) {
      const refusal = this.#apply(write)
      if (refusal === undefined) continue
      this.#kept = before
      return refusal
    }
    return "done"
  }

  #holds(guard: Guard): boolean {
    if ("row" in guard) return this.version(guard.shop, Number(guard.row.key)) === guard.row.version
    const { eq, except = [], on, shop } = guard
    return this.find(shop, { where: [{ on, eq }], limit: 1000 }).every(({ key }) => except.includes(key))
  }

  #apply({ doc, expect, key, shop }: Write): string | undefined {
    if (this.version(shop, key as number) !== expect) return `Stale ${key} `
    const others = this.#of(shop).filter((kept) => kept.key !== key)
    if (doc === undefined) {
      this.#kept.set(shop, others)
      return undefined
    }
    const kept = { key: key as number, version: expect + 1, doc }
    const taken = things.unique.find((name) =>
      others.some((other) => valuesOf(other, name).some((value) => valuesOf(kept, name).includes(value)))
    )
    if (taken !== undefined) return `Taken ${key} ${taken}`
    this.#kept.set(shop, [...others, kept])
    return undefined
  }

  #of(shop: string): ReadonlyArray<Kept> {
    return this.#kept.get(shop) ?? []
  }
}

const valuesOf = ({ doc, key }: Kept, name: string): ReadonlyArray<Value> => {
  if (name === "key") return [key]
  const found = things.lookups[name as keyof typeof things.lookups].of(doc)
  return found === undefined ? [] : typeof found === "object" ? found : [found]
}

const order = (one: ReadonlyArray<Value>, other: ReadonlyArray<Value>): number => {
  const at = one.findIndex((value, index) => value !== other[index])
  if (at < 0) return 0
  const [a, b] = [one[at]!, other[at]!]
  return typeof a === "string" && typeof b === "string"
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)
}

const holds = (value: Value, test: Test): boolean => {
  if ("eq" in test) return value === test.eq
  if ("in" in test) return test.in.includes(value)
  const { gt, gte, lt, lte } = test
  const against = (end: Value | undefined, passes: (sign: number) => boolean) =>
    end === undefined || passes(order([value], [end]))
  return (
    against(gt, (sign) => sign > 0) &&
    against(gte, (sign) => sign >= 0) &&
    against(lt, (sign) => sign < 0) &&
    against(lte, (sign) => sign <= 0)
  )
}
