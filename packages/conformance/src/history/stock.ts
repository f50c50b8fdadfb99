/**
 * The model of products and their stock, written from the specification: a number for each SKU, and a list of
 * movements.
 */
import { conflict, type Expected, invalid, notFound, removed, success, together } from "./answers.ts"

/** What a shop's orders do to its stock. */
export type Policy = "enforce" | "track" | "ignore"

/** Pieces by SKU. */
export type Pieces = ReadonlyMap<string, number>

interface Product {
  readonly name: string
  readonly sku: string
  unlimited: boolean
  /** Null if it was never set. In a product with variants, the variants have it. */
  quantity: number | null
  readonly variants: Map<string, number | null>
}

interface Entry {
  readonly sku: string
  readonly delta: number
  readonly quantity: number
  readonly reason: string
  readonly orderID: string | null
}

export interface NewProduct {
  readonly code: string
  readonly title: string
  readonly price: string
  readonly unlimited: 0 | 1
  readonly quantity?: number
  readonly variants?: ReadonlyArray<{ readonly sku: string; readonly quantity: number; readonly superkey: string }>
}
export interface Setting {
  readonly sku: string
  readonly is_child: 0 | 1
  readonly quantity: number
  readonly unlimited?: 0 | 1
  readonly expected?: number
}
export interface Batch {
  readonly stage: Readonly<Record<string, Omit<Setting, "sku" | "unlimited">>>
  readonly atomic: 0 | 1
}

/** The stock of a shop. */
export class Stock {
  readonly #policy: Policy
  readonly #products = new Map<string, Product>()
  readonly #ledger: Array<Entry> = []
  /** How many products were ever made. */
  made = 0

  constructor(policy: Policy) {
    this.#policy = policy
  }

  /** The name of the product that has a SKU, itself or as a variant. */
  productOf(sku: string): string | undefined {
    return this.#of(sku)?.name
  }

  add({ code, quantity, unlimited, variants = [] }: NewProduct): Expected {
    const named = new Map([[code, "code"], ...variants.map(({ sku }, n) => [sku, `variants[${n}][sku]`] as const)])
    const negative = [
      ...(quantity !== undefined && quantity < 0 ? ["quantity"] : []),
      ...variants.flatMap((variant, n) => (variant.quantity < 0 ? [`variants[${n}][quantity]`] : []))
    ]
    const taken = [...named].flatMap(([sku, parameter]) => (this.#of(sku) === undefined ? [] : [parameter]))
    if (negative.length > 0 && this.#policy !== "track") return invalid([...negative, ...taken])
    if (taken.length > 0) return conflict("duplicate", taken)
    const name = `product ${++this.made}`
    const unset = new Map(variants.map(({ sku }) => [sku, null]))
    const product: Product = { name, sku: code, unlimited: unlimited === 1, quantity: null, variants: unset }
    this.#products.set(name, product)
    if (quantity !== undefined) this.#put(product, code, quantity, "create")
    for (const { quantity, sku } of variants) this.#put(product, sku, quantity, "create")
    return success({ uid: name })
  }

  remove(name: string): Expected {
    const product = this.#products.get(name)
    if (product === undefined) return notFound
    this.#products.delete(name)
    for (const [sku, quantity] of held(product)) this.#tell(sku, quantity ?? 0, 0, "product")
    return removed
  }

  set({ expected, is_child, quantity, sku, unlimited }: Setting): Expected {
    const product = this.#of(sku)
    if (product === undefined || !fits(product, sku, is_child)) return notFound
    const isMoved = expected !== undefined && expected !== this.#count(sku)
    const stock = isParent(product, sku) ? conflict("conflict", ["sku"]) : conflict("stock_moved", ["expected"])
    const refused = together([
      ...(quantity < 0 && this.#policy !== "track" ? [invalid(["quantity"])] : []),
      ...(isParent(product, sku) || isMoved ? [stock] : [])
    ])
    if (refused !== undefined) return refused
    this.#put(product, sku, quantity, "set")
    if (unlimited !== undefined) product.unlimited = unlimited === 1
    return success({ is_child: is_child === 1, inventory_updated: 1, err: null })
  }

  increment({ is_child, quantity, sku }: Setting): Expected {
    const product = this.#of(sku)
    if (product === undefined || !fits(product, sku, is_child)) return notFound
    if (isParent(product, sku)) return conflict("conflict", ["sku"])
    const after = this.#count(sku) + quantity
    if (after < 0 && quantity < 0 && this.#policy !== "track") return conflict("not_enough_stock", ["quantity"])
    this.#put(product, sku, after, "patch")
    return success({ is_child: is_child === 1, inventory_updated: 1, err: null })
  }

  batch({ atomic, stage }: Batch): Expected {
    const all = Object.entries(stage)
    const negative = all.filter(([, { quantity }]) => quantity < 0).map(([sku]) => `stage[${sku}][quantity]`)
    const hindered = new Map(all.flatMap(([sku, one]) => this.#hindrance({ sku, ...one }) ?? []))
    const refused = together([
      ...(negative.length > 0 && this.#policy !== "track" ? [invalid(negative)] : []),
      ...(atomic === 1 ? [...hindered].map(([sku, why]) => hindrance(sku, why)) : [])
    ])
    if (refused !== undefined) return refused
    for (const [sku, { quantity }] of all) if (!hindered.has(sku)) this.#put(this.#of(sku)!, sku, quantity, "batch")
    const answers = all.map(([sku, { is_child }]) => {
      const err = hindered.get(sku) ?? null
      return [sku, { is_child: is_child === 1, inventory_updated: err === null ? 1 : 0, err }]
    })
    return success({ responses: Object.fromEntries(answers) })
  }

  list(): Expected {
    return success(
      [...this.#products.values()].map(({ name, quantity, sku, unlimited, variants }) => ({
        ...{ uid: name, sku, unlimited, quantity: variants.size > 0 ? 0 : quantity, has_child: variants.size > 0 },
        ...(variants.size > 0 ? { childs: [...variants].map(([sku, quantity]) => ({ sku, quantity })) } : {})
      }))
    )
  }

  /** The entries of a SKU, newest first. */
  ledger(sku: string): Expected {
    return success(this.#ledger.filter((entry) => entry.sku === sku).reverse())
  }

  /** The SKUs of which an order wants more than is available. */
  short(wanted: Pieces): ReadonlyArray<string> {
    if (this.#policy !== "enforce") return []
    return this.#counted(wanted).flatMap(([sku, count]) => (this.#count(sku) < count ? [sku] : []))
  }

  /** Takes what an order wants, which must be available, and returns what was taken. */
  take(wanted: Pieces, reason: string, orderID: string): Pieces {
    return this.#policy === "ignore" ? new Map() : this.#move(this.#counted(wanted), -1, reason, orderID)
  }

  /** Returns what an order took, and reports which of it the stock took back. */
  give(taken: Pieces, orderID: string): Pieces {
    return this.#policy === "ignore" ? new Map() : this.#move([...taken], 1, "status", orderID)
  }

  #counted(wanted: Pieces): ReadonlyArray<readonly [string, number]> {
    return [...wanted].filter(([sku]) => this.#of(sku)?.unlimited === false)
  }

  #move(pieces: ReadonlyArray<readonly [string, number]>, sign: number, reason: string, orderID: string): Pieces {
    const moved = pieces.filter(([sku]) => this.#of(sku) !== undefined && !isParent(this.#of(sku)!, sku))
    for (const [sku, count] of moved) this.#put(this.#of(sku)!, sku, this.#count(sku) + sign * count, reason, orderID)
    return new Map(moved)
  }

  #of(sku: string): Product | undefined {
    return [...this.#products.values()].find((product) => product.sku === sku || product.variants.has(sku))
  }

  #count(sku: string): number {
    const product = this.#of(sku)
    return product === undefined ? 0 : (held(product).get(sku) ?? 0)
  }

  #hindrance({ expected, is_child, sku }: Setting): ReadonlyArray<readonly [string, string]> | undefined {
    const product = this.#of(sku)
    if (product === undefined || !fits(product, sku, is_child)) return [[sku, unknown]]
    if (isParent(product, sku)) return [[sku, "The variants hold the stock."]]
    return expected !== undefined && expected !== this.#count(sku) ? [[sku, moved]] : undefined
  }

  #put(product: Product, sku: string, quantity: number, reason: string, orderID: string | null = null): void {
    const before = held(product).get(sku) ?? null
    if (sku === product.sku) product.quantity = quantity
    else product.variants.set(sku, quantity)
    // A first quantity gets an entry even if it is 0.
    if (before === null && quantity === 0) this.#ledger.push({ sku, delta: 0, quantity, reason, orderID })
    else this.#tell(sku, before ?? 0, quantity, reason, orderID)
  }

  #tell(sku: string, before: number, quantity: number, reason: string, orderID: string | null = null): void {
    if (before !== quantity) this.#ledger.push({ sku, delta: quantity - before, quantity, reason, orderID })
  }
}

const unknown = "Unknown sku."
const moved = "Stock has changed."

/** The refusal of an atomic batch for one of its SKUs. */
const hindrance = (sku: string, why: string): Expected => {
  if (why === unknown) return invalid([`stage[${sku}]`])
  return why === moved ? conflict("stock_moved", [`stage[${sku}][expected]`]) : conflict("conflict", [`stage[${sku}]`])
}

const held = ({ quantity, sku, variants }: Product): ReadonlyMap<string, number | null> =>
  variants.size > 0 ? variants : new Map([[sku, quantity]])

const isParent = (product: Product, sku: string): boolean => product.sku === sku && product.variants.size > 0

/** A variant's SKU needs `is_child`; a main SKU must not have it. */
const fits = (product: Product, sku: string, is_child: 0 | 1): boolean => (product.sku !== sku) === (is_child === 1)
