/** The largest document of each kind, as calls make it, and what is then done to it. The compiler asks for every kind. */
import type { collections } from "@bottega/domain/areas"
import { type Call, shop } from "./ground.ts"

/** Makes a call that must succeed, and gives its answer. */
type Send = (...call: Call) => Promise<any>

/** The calls of one kind of document. */
export interface Largest {
  /** Makes the document with the lists at these paths at their bounds; gives what the other calls name it by. */
  readonly full: ReadonlyArray<string>
  readonly make: (send: Send) => Promise<any>
  /** Reads, changes and removes it, in this order. */
  readonly after: (made: any, send: Send) => Promise<ReadonlyArray<Call>>
  /** Would make a list longer, and is refused. */
  readonly over?: (made: any) => Call
}

const times = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => make(n))
const text = (n: number, characters: number) => `${n}`.padEnd(characters, "x")
const record = (count: number, name: (n: number) => string, value: (n: number) => unknown) =>
  Object.fromEntries(times(count, (n) => [name(n), value(n)]))
const tags = times(100, (n) => text(n, 255))
const variant = (n: number) => ({
  sku: text(n, 60),
  quantity: 9,
  superkey: `s${n}`,
  attributes: { colour: `c${n % 900}` }
})
const product = { code: "CODE", title: "Title", price: 1 }
const control = (path: string) => `/control/v1${path}`

const made: Largest = {
  full: ["tags", "variants"],
  make: (send) => send("POST", "/products/product.json", { ...product, tags, variants: times(1000, variant) }),
  after: async ({ uid }) => [
    ["GET", "/products/product.json", { uid }],
    ["PUT", "/products/product.json", { uid, variants: times(1000, (n) => ({ ...variant(n), superkey: `t${n}` })) }],
    ["DELETE", "/products/product.json", { uid }]
  ],
  over: ({ uid }) => ["PUT", "/products/product.json", { uid, variants: [{ sku: "one more" }] }]
}

const order = {
  ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 1, payment_method: "y" },
  ...{
    billing_email: "anna@example.com",
    marketplaceDetails: record(
      100,
      (n) => `m${n}`,
      (n) => text(n, 100)
    )
  },
  item_id: times(1600, (n) => ({ sku: text(n % 1000, 60), price: 1.5, quantity: 1, options: `s${n}` }))
}

/** Why a kind of document has no list that a call fills. */
const reasons = {
  none: "has no list",
  program: "only the program adds to its list"
}

export const largest: { readonly [Name in keyof typeof collections]: Largest | keyof typeof reasons } = {
  addressBooks: {
    full: ["addresses", "addresses.*.metadata"],
    make: async (send) => {
      await send("POST", "/clients/client.json", { fullname: "A B", email: "a@example.com", register: 1 })
      const ids = []
      for (let n = 0; n < 100; n++) ids.push((await send("POST", "/useraccount/address.json", address(n))).id)
      return ids
    },
    after: async ([address_id]) => [
      ["GET", "/useraccount/addresses.json", { uid: 1 }],
      ["PUT", "/useraccount/address.json", { ...address(0), address_id, city: "Roma" }],
      ["DELETE", "/useraccount/address.json", { uid: 1, address_id }]
    ],
    over: () => ["POST", "/useraccount/address.json", address(100)]
  },
  attributes: {
    full: ["data"],
    make: (send) =>
      send("POST", "/attributes/attribute.json", { label: "L", type: "select", data: times(500, (n) => text(n, 100)) }),
    after: async ({ id }) => [
      ["GET", "/attributes/search.json", { label: "l" }],
      ["POST", "/attributes/attribute_addValue.json", { id, value: text(0, 100) }],
      ["DELETE", "/attributes/attribute.json", { id }]
    ],
    over: ({ id }) => ["POST", "/attributes/attribute_addValue.json", { id, value: "one more" }]
  },
  authorizations: "none",
  listings: "none",
  accounts: "none",
  brands: "none",
  brandOrders: "program",
  categories: "none",
  coupons: {
    full: ["rules.users_email", "rules.tags"],
    make: async (send) => {
      const users_email = times(5000, (n) => `buyer${n}@example.com`)
      const limits = { type: 1, value: 1, min_sum: 0, active: 1, unlimited: 1, count: 0, start_time: 0, end_time: 9e9 }
      const { uid } = await send("POST", "/coupons/coupon.json", {
        code: "C",
        name: "N",
        ...limits,
        rules: { users_email }
      })
      await send("PUT", "/coupons/rules.json", { uid, name: "tags", rule_value: times(1000, (n) => text(n, 100)) })
      return uid
    },
    after: async (uid) => [
      ["GET", "/coupons/coupon.json", { uid }],
      ["PUT", "/coupons/rules.json", { uid, name: "users_email", rule_value: times(5000, (n) => `b${n}@example.com`) }],
      ["DELETE", "/coupons/coupon.json", { uid }]
    ],
    over: (uid) => ["PUT", "/coupons/rules.json", { uid, name: "tags", rule_value: times(1001, String) }]
  },
  clocks: "none",
  couponUses: "none",
  snapshots: "program",
  customers: {
    full: ["tags", "custom_fields"],
    make: async (send) => {
      const { client } = await send("POST", "/clients/client.json", { fullname: "A B", email: "a@example.com" })
      await send("POST", "/clients/tags.json", { id: client.id, tags })
      const custom_fields = record(
        100,
        (n) => text(n, 100),
        (n) => text(n, 2000)
      )
      await send("PUT", "/clients/custom_fields.json", { id: client.id, custom_fields })
      return client
    },
    after: async ({ id }) => [
      ["GET", "/clients/client.json", { id }],
      ["DELETE", "/clients/tags.json", { id, tags }],
      ["POST", "/clients/tags.json", { id, tags: tags.toReversed() }],
      ["DELETE", "/clients/client.json", { id }]
    ],
    over: ({ id }) => ["PUT", "/clients/tags.json", { id, tags: ["one more"] }]
  },
  erasures: "program",
  faults: "none",
  consents: "none",
  customerGroups: "none",
  filters: {
    full: ["values"],
    make: async (send) => {
      const values = times(500, (n) => text(n, 255))
      const by = (of: (n: number) => string) => record(500, (n) => values[n]!, of)
      const images = by((n) => `https://example.com/${text(n, 1000)}`)
      await send("POST", "/filters/filter.json", { filter_key: "f", filter_values: values, images })
      return values
    },
    after: async (values) => [
      ["GET", "/filters/list.json", {}],
      ["PUT", "/filters/filter.json", { filter_key: "f", values: values.toReversed() }]
    ],
    over: (values) => ["PUT", "/filters/filter.json", { filter_key: "f", values: [...values, "one more"] }]
  },
  images: "none",
  giftCards: "none",
  giftCardLedger: "none",
  inventory: {
    ...made,
    full: ["childs"],
    after: async ({ uid }) => [
      ["GET", "/inventory/list.json", {}],
      ["PUT", "/inventory/patchInventory.json", { sku: variant(999).sku, quantity: 1, is_child: 1 }],
      ["DELETE", "/products/product.json", { uid }]
    ]
  },
  keySets: {
    full: ["pairs"],
    make: async (send) => {
      let { key } = await send("POST", control("/keys/key.json"), { shop: shop.id, permission: "read" })
      for (let n = 1; n < 100; n++) ({ key } = await send("POST", control("/keys/rotate.json"), { key }))
      return key
    },
    after: async (key) => [
      ["GET", control("/keys/list.json"), { shop: shop.id }],
      ["DELETE", control("/keys/key.json"), { key, all: 1 }]
    ]
  },
  ledger: "program",
  emailTemplates: "none",
  lastRuns: "none",
  legal: "none",
  mail: "program",
  mailQueue: "none",
  orderDays: "program",
  orderDaysProgress: "none",
  removedOrders: "none",
  orders: {
    full: ["tags", "cart.items", "marketplaceDetails"],
    make: async (send) => {
      await made.make(send)
      const { order_id: orderID } = await send("POST", "/orders/order.json", { ...order, tags })
      const codes = control("/orders/authorization.json")
      return { orderID, ...(await send("POST", codes, { shop: shop.id, orderID })) }
    },
    after: async ({ authorization_code, orderID }) => [
      ["GET", "/orders/order.json", { orderID }],
      ["GET", "/orders/legacy_order.json", { orderID }],
      ["PUT", "/orders/order.json", { orderID, status: 1 }],
      ["PUT", "/orders/order.json", { orderID, status: 7 }],
      ["DELETE", "/orders/tags.json", { orderID, tags }],
      ["POST", "/orders/tags.json", { orderID, tags }],
      ["DELETE", "/orders/order.json", { orderID, authorization_code }]
    ],
    over: ({ orderID }) => ["POST", "/orders/tags.json", { orderID, tags: ["one more"] }]
  },
  packages: "none",
  pages: "none",
  pageContents: "none",
  payments: "none",
  products: made,
  shops: {
    full: ["emails"],
    make: async (send) => {
      await send("PUT", control("/shops/shop.json"), { id: shop.id, emails: times(20, (n) => `a${n}@example.com`) })
    },
    after: async () => [["GET", control("/shops/shop.json"), { id: shop.id }]],
    over: () => ["PUT", control("/shops/shop.json"), { id: shop.id, emails: times(21, (n) => `a${n}@example.com`) }]
  },
  storePoints: {
    full: ["tags", "custom"],
    make: (send) => send("POST", "/storelocator/point.json", point),
    after: async ({ id }) => [
      ["GET", "/storelocator/point.json", { id }],
      ["PUT", "/storelocator/point.json", { ...point, id, tags: tags.toReversed() }],
      ["DELETE", "/storelocator/point.json", { id }]
    ],
    over: ({ id }) => ["PUT", "/storelocator/point.json", { ...point, id, tags: [...tags, "one more"] }]
  },
  snippets: "none",
  taxes: "none",
  variantTranslations: {
    full: [],
    make: async (send) => {
      await made.make(send)
      const translations = record(
        5,
        (n) => `i${"abcde"[n]}`,
        (n) => text(n, 100)
      )
      const variantValueTranslations = record(
        900,
        (n) => `c${n}`,
        () => ({ translations })
      )
      const given = { variant: "colour", variantTranslation: translations, variantValueTranslations }
      await send("POST", "/productvariants/variantTranslation.json", given)
    },
    after: async () => [
      ["GET", "/productvariants/variantTranslation.json", { variant: "colour" }],
      ["POST", "/productvariants/variantTranslation.json", { variant: "colour", variantTranslation: { it: "colore" } }]
    ]
  },
  variantValues: "none",
  webhooks: "program",
  hooks: "program",
  deliveries: "program",
  receivers: "program",
  realtimeCoupons: "program",
  realtimeShippings: "program",
  people: "none",
  signInCodes: "none",
  signedIn: "none"
}

function address(n: number) {
  const where = { country: "IT", state: "MI", postal_code: "20121", city: text(n, 255), address: text(n, 255) }
  const metadata = record(
    10,
    (at) => text(at, 100),
    (at) => text(at, 255)
  )
  return { uid: 1, fullname: text(n, 255), email: "a@example.com", ...where, metadata }
}

const point = {
  ...{ name: "P", address: "A", geo: { lat: 1, long: 1 }, tags },
  custom: record(
    50,
    (n) => `${n + 1}`,
    (n) => text(n, 2000)
  )
}
