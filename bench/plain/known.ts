/** What a plain decision reads, and a document that it makes. */

/** A product's stock, as the service stores it. */
export interface StockDoc {
  readonly sku: string
  readonly uid: number
  quantity: number | null
  readonly unlimited: boolean
  readonly has_child: boolean
  readonly childs?: ReadonlyArray<{ readonly sku: string; quantity: number }>
}

/** A product's stock and where it is stored; a decision changes `doc`. */
export interface Held {
  readonly id: number
  readonly version: number
  readonly doc: StockDoc
}

/** What a decision reads. */
export interface Known {
  /** The products of these SKUs, each once, by SKU. */
  readonly stock: (skus: ReadonlyArray<string>) => ReadonlyMap<string, Held>
  /** The id of the customer with this email address. */
  readonly buyer: (email: string) => string
  /** The shop's next running number of an order. */
  readonly number: () => number
}

/** A new document. */
export interface Made {
  readonly key: string
  readonly text: string
}
