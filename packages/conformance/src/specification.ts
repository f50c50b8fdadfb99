/**
 * The Store Management API v1.1 as data: every operation of the published document, transcribed by hand, and beside them
 * the operations that Bottega adds. It imports nothing, so that what is built can be held against it.
 */

/** How a parameter reads on the wire; the document's own word where it has one, the plain meaning where it has none. */
export type ParameterType =
  /** An integer. */
  | "int"
  /** A decimal number. */
  | "number"
  | "string"
  /** Seconds since 1970, an integer. */
  | "unix"
  /** A day, `yyyy-mm-dd`. */
  | "date"
  /** 1 or 0. */
  | "flag"
  /** `true` or `false`. */
  | "boolean"
  /** One of `values`, nothing else. */
  | "enum"
  /** Parts separated by commas; with `values`, the parts that mean something. */
  | "commaList"
  | "email"
  | "url"
  /** A file, streamed. */
  | "file"
  /** A tree of the sender's own making. */
  | "object"

/** One parameter of an operation, by its wire name. */
export interface Parameter {
  /**
   * In bracket notation: `orderID[]` is a list, `item_id[n][price]` belongs to the n-th record of a list, and a part
   * in angle brackets (`stage[<sku>][quantity]`) is a key that the sender chooses.
   */
  readonly name: string
  readonly type: ParameterType
  /** The parameter is repeatable: its name ends in `[]`. */
  readonly list?: true
  /** `conditional`: required in the case that `when` names. */
  readonly required: boolean | "conditional"
  /** The case in which a conditional parameter is required, or the only case in which an optional one has a meaning. */
  readonly when?: string
  /** What is assumed when it is not given: the value itself, or the document's words for it. */
  readonly default?: string | number
  /** The values that the document names. Only those of an `enum` are the whole set. */
  readonly values?: ReadonlyArray<string | number>
  /** Other names that the document has for the same parameter. */
  readonly aliases?: ReadonlyArray<string>
  /** The document calls it legacy. */
  readonly legacy?: true
  readonly description: string
}

/** Keys of an answer that the document leaves open and Bottega settled, or the closer shape of a key that it names. */
export interface Settled {
  readonly from: "decisions"
  readonly keys?: ReadonlyArray<string>
  readonly optional?: ReadonlyArray<string>
  readonly literals?: Readonly<Record<string, string | number | boolean | null>>
}

/** The answer of an operation: its keys; of one element, where the shape is `array` or `map`. */
export interface Response {
  /** `map`: an object whose keys are data (a courier's code). */
  readonly shape: "object" | "array" | "map"
  /**
   * Every key that is always there, nested ones with dots and each parent named too. `events[]` is a list,
   * `events[].eventId` a key of its elements; `locales.*` stands for whatever keys a record has.
   */
  readonly keys: ReadonlyArray<string>
  /** Keys that are there on demand (nodes) or in some cases only. */
  readonly optional?: ReadonlyArray<string>
  /** Keys whose value the document fixes. */
  readonly literals?: Readonly<Record<string, string | number | boolean | null>>
  /** The elements themselves, where they are plain values. */
  readonly values?: ReadonlyArray<string>
  readonly settled?: Settled
}

/** One operation: a method on a path below the base address. */
export interface Operation {
  /** The heading under which the document lists it. */
  readonly area: string
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly stability: "stable" | "beta" | "preview" | "legacy"
  /** The policy of its own that the document states, beside the daily quota. */
  readonly throttle?: "updates" | "account"
  /** What the shop must have. */
  readonly requires?: "b2b" | "partner_owned"
  /** What the document says about its effect beyond parameters and answer. */
  readonly note?: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly response: Response
}

/** An operation that the document does not have: of the shop's API, or of the operator's. */
export interface Companion extends Operation {
  readonly surface: "shop" | "control"
}

/** Parameters that Bottega adds to an operation of the document; all of them are optional. */
export interface Addition {
  readonly method: Operation["method"]
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** A key and the keys below it. */
const under = (parent: string, keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  parent,
  ...keys.map((key) => `${parent}.${key}`)
]

// Resources of the document, in its order.

const orderSummary = ["orderID", "total", "orderDate", "status", "iso", "iso.orderDate"]

const orderAddress = [
  "addr1",
  "addr2",
  "city",
  "email",
  "fullname",
  "country",
  "phone",
  "principal",
  "state",
  "userUID",
  "vat",
  "zip"
]

const cartAmounts = [
  "cart.couponCode",
  "cart.saleAmount",
  "cart.shippingAmount",
  "cart.paymentAmount",
  "cart.shippingProfile",
  "cart.paymentProfile",
  "cart.checkouted",
  "cart.userUID"
]

const cartItem = ["count", "price", "options", "title", "sku"]

const orderDetail = [
  "orderID",
  ...under("billing", orderAddress),
  ...under("delivery", orderAddress),
  "cart",
  "cart.total",
  "cart.items",
  ...cartItem.map((key) => `cart.items.*.${key}`),
  ...cartAmounts,
  "total",
  "userUID",
  ...under("orderDate", ["sec", "usec"]),
  "method",
  "payment",
  "status",
  "message",
  "transactionID",
  "iso",
  "iso.orderDate",
  "customer",
  "customer.id"
]

const legacyOrderDetail = [
  "orderID",
  ...under("billing", orderAddress),
  ...under("delivery", orderAddress),
  "cart",
  "cart.total",
  ...under("cart.items[]", [...cartItem, "product_uid", "product_endpoint"]),
  ...cartAmounts,
  "total",
  "userUID",
  ...under("orderDate", ["sec", "usec"]),
  "method",
  "payment",
  "status",
  "transactionID",
  "iso",
  "iso.orderDate"
]

const orderStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 8]

const userAddress = [
  "id",
  "fullname",
  "email",
  "phone",
  "tax_code",
  "address",
  "city",
  "postal_code",
  "state",
  "country",
  "stateName",
  "countryName",
  "principalAddress",
  "hidden",
  "metadata"
]

const coupon = [
  "uid",
  "coupon_id",
  "code",
  "name",
  "type",
  "value",
  "min_sum",
  "active",
  "unlimited",
  "count",
  ...under("startDate", ["sec", "usec"]),
  ...under("stopDate", ["sec", "usec"]),
  ...under("iso", ["startDate", "stopDate"])
]

const couponRules = under("rules", [
  "remove_shipping_country",
  "remove_shipping_state",
  "remove_shipping_ship",
  "brand",
  "customattribute",
  "customattribute.*",
  "tags[]"
])

const customerSummary = [
  "id",
  "fullname",
  "last_name",
  "first_name",
  "email",
  "created_at",
  "updated_at",
  "userUID",
  "accept_marketing",
  "accountType"
]

const customerDetail = [
  "fullname",
  "website",
  "email",
  "phone",
  "mobile",
  "address",
  "city",
  "zip",
  "state",
  "country",
  "code",
  "userUID",
  "id",
  "accountType"
]

const listing = ["id", "customers_group", "description", "name"]

const attribute = ["label", "type", "data[]", "id"]

const attributeTypes = ["text", "number", "real", "select"]

const brand = ["uid", "name", "slug", "description"]

const storePoint = [
  "name",
  "address",
  ...under("geo", ["long", "lat"]),
  ...under("data", ["code", "contactname", "email", "website", "phone"]),
  "tags[]",
  "custom",
  "custom.*",
  "is_disabled",
  "id"
]

const stockAnswer = ["is_child", "inventory_updated", "err"]

const taxProfile = ["id", "value", "title", "countriesUID[]"]

const realTimeEndpoint = ["id", "name", "url", "instance"]

const webhook = ["id", "type", "url", "name"]

const writeAnswer = ["ok", "nModified", "n", "err", "errmsg", "updatedExisting"]

// Parameters that several operations take.

const orderID: Parameter = { name: "orderID", type: "string", required: true, description: "The order addressed." }

const orderTags: Parameter = {
  name: "tags",
  type: "commaList",
  required: true,
  description: "The order's tags to add or to take off."
}

const unlessNotRequired = "unless shipping_flag is not_required"

/** The eight parameters of one address of a new order. */
const newOrderAddress = (prefix: "delivery" | "billing"): ReadonlyArray<Parameter> => {
  const text = (name: string, description: string): Parameter => ({
    name: `${prefix}_${name}`,
    type: "string",
    required: "conditional",
    when: unlessNotRequired,
    description
  })
  return [
    text("fullname", `Name in the ${prefix} address.`),
    text("email", `Email address in the ${prefix} address.`),
    text("address", `Street and number of the ${prefix} address.`),
    text("phone", `Telephone number in the ${prefix} address.`),
    text("city", `City of the ${prefix} address.`),
    text("postal_code", `Postal code of the ${prefix} address.`),
    text("state", `State or province of the ${prefix} address.`),
    text("country", `Country of the ${prefix} address, an ISO code of two letters.`)
  ]
}

const userAddressFields: ReadonlyArray<Parameter> = [
  { name: "uid", type: "int", required: true, description: "The user whose address it is." },
  { name: "fullname", type: "string", required: true, description: "Name at this address." },
  { name: "email", type: "email", required: true, description: "Email address to reach this addressee." },
  { name: "phone", type: "string", required: false, description: "Telephone number at this address." },
  { name: "tax_code", type: "string", required: false, description: "Tax code of the addressee." },
  { name: "address", type: "string", required: true, description: "Street and number." },
  { name: "postal_code", type: "string", required: true, description: "Postal code." },
  { name: "city", type: "string", required: true, description: "City." },
  { name: "state", type: "string", required: true, description: "Identifier of the state." },
  { name: "country", type: "string", required: true, description: "Identifier of the country." },
  { name: "default", type: "flag", required: false, description: "1 makes it the user's primary address." },
  {
    name: "metadata[<key>]",
    type: "string",
    required: false,
    description: "A note of the sender's own kept with the address, such as metadata[address_name]."
  }
]

const couponUid: Parameter = { name: "uid", type: "int", required: true, description: "The coupon addressed." }

const customerFilters: ReadonlyArray<Parameter> = [
  {
    name: "created_at_from",
    type: "unix",
    required: "conditional",
    when: "created_at_to is given",
    description: "Customers created after this moment."
  },
  {
    name: "created_at_to",
    type: "unix",
    required: "conditional",
    when: "created_at_from is given",
    description: "Customers created before this moment."
  },
  {
    name: "updated_at_from",
    type: "unix",
    required: "conditional",
    when: "updated_at_to is given",
    description: "Customers last changed after this moment."
  },
  {
    name: "updated_at_to",
    type: "unix",
    required: "conditional",
    when: "updated_at_from is given",
    description: "Customers last changed before this moment."
  },
  {
    name: "accountType",
    type: "enum",
    required: false,
    values: ["guest", "registered"],
    description: "Customers of this kind of account only."
  }
]

const customerId: Parameter = { name: "id", type: "string", required: true, description: "The customer addressed." }

const customerByIdOrEmail: ReadonlyArray<Parameter> = [
  {
    name: "id",
    type: "string",
    required: "conditional",
    when: "email is not given",
    description: "The customer addressed; it wins where both are given."
  },
  {
    name: "email",
    type: "email",
    required: "conditional",
    when: "id is not given",
    description: "Email address of the customer addressed."
  }
]

const customerName: ReadonlyArray<Parameter> = [
  {
    name: "fullname",
    type: "string",
    required: "conditional",
    when: "unless first_name and last_name are both given",
    description: "The customer's whole name."
  },
  {
    name: "first_name",
    type: "string",
    required: "conditional",
    when: "fullname is empty",
    description: "The customer's given name."
  },
  {
    name: "last_name",
    type: "string",
    required: "conditional",
    when: "fullname is empty",
    description: "The customer's family name."
  }
]

const customerTags: Parameter = {
  name: "tags",
  type: "commaList",
  required: true,
  description: "The tags that the call is about."
}

const customerEmails: Parameter = {
  name: "email[]",
  type: "string",
  list: true,
  required: true,
  description: "Email addresses of the customers; email=* instead means all customers."
}

const brandTexts: ReadonlyArray<Parameter> = [
  { name: "disabled", type: "flag", required: false, description: "1 disables the brand." },
  { name: "seo_title", type: "string", required: false, description: "Title for search engines." },
  { name: "seo_description", type: "string", required: false, description: "Description for search engines." },
  { name: "seo_keywords", type: "string", required: false, description: "Keywords for search engines." }
]

const storePointId: Parameter = {
  name: "id",
  type: "string",
  required: "conditional",
  when: "not marked as required, but nothing is addressed without it",
  description: "The point addressed."
}

const storePointPlace: ReadonlyArray<Parameter> = [
  { name: "name", type: "string", required: true, description: "Name of the point." },
  { name: "address", type: "string", required: true, description: "Postal address of the point." },
  { name: "geo[lat]", type: "number", required: true, description: "Latitude." },
  { name: "geo[long]", type: "number", required: true, description: "Longitude." }
]

const storePointData: ReadonlyArray<Parameter> = [
  { name: "tags", type: "commaList", required: false, description: "Tags of the point." },
  { name: "contact_name", type: "string", required: false, description: "Whom to ask for." },
  { name: "contact_email", type: "email", required: false, description: "Email address of the point." },
  { name: "contact_website", type: "string", required: false, description: "Website of the point." },
  { name: "contact_phone", type: "string", required: false, description: "Telephone number of the point." },
  { name: "contact_code", type: "string", required: false, description: "The point's code in the shop's own books." },
  { name: "custom[]", type: "string", list: true, required: false, description: "Free texts, at most 50." }
]

const variantSku: Parameter = {
  name: "is_child",
  type: "flag",
  required: false,
  description: "1 where the SKU is a variant's."
}

const filterTexts: ReadonlyArray<Parameter> = [
  {
    name: "descriptions[<value>]",
    type: "string",
    required: false,
    description: "Description of one of the filter's values."
  },
  {
    name: "images[<value>]",
    type: "url",
    required: false,
    description: "Image of one of the filter's values; on a change the previous one stays where none is given."
  },
  {
    name: "filter_label",
    type: "string",
    required: false,
    description: "Label of the filter in the store's default locale."
  },
  {
    name: "categories[]",
    type: "int",
    list: true,
    required: false,
    description: "Categories that show the filter; an empty list means all of them."
  }
]

const realTimeFields: ReadonlyArray<Parameter> = [
  { name: "url", type: "url", required: true, description: "The address that the service calls, https only." },
  { name: "name", type: "string", required: true, description: "Name of the endpoint." }
]

const giftCardFields: ReadonlyArray<Parameter> = [
  { name: "credit", type: "number", required: true, description: "The amount, greater than 0." },
  { name: "userUID", type: "int", required: true, description: "The user whose gift card it is." }
]

const legalContent: Parameter = {
  name: "content",
  type: "string",
  required: false,
  description: "The whole text, in HTML."
}

/** Every operation of the document, in its order. */
export const specification: ReadonlyArray<Operation> = [
  // Orders

  {
    area: "Orders",
    method: "GET",
    path: "/orders/list.json",
    stability: "stable",
    parameters: [
      { name: "limit", type: "int", required: false, default: 10, description: "How many orders at most." },
      { name: "skip", type: "int", required: false, default: 0, description: "How many orders to pass over, from 0." },
      { name: "status", type: "int", required: false, description: "Orders that have this status." },
      { name: "since", type: "unix", required: false, description: "Orders placed after this moment." },
      {
        name: "from",
        type: "unix",
        required: "conditional",
        when: "to is given",
        description: "Orders placed after this moment, together with to."
      },
      {
        name: "to",
        type: "unix",
        required: "conditional",
        when: "from is given",
        description: "Orders placed before this moment, together with from."
      },
      { name: "orderID[]", type: "string", list: true, required: false, description: "Only these orders." },
      { name: "tags", type: "commaList", required: false, description: "Orders that have these tags." },
      {
        name: "nodes",
        type: "commaList",
        required: false,
        values: ["billing.fullname", "billing.email", "delivery.email", "delivery.fullname", "short_id", "tags"],
        description: "Further fields to show."
      },
      { name: "billing.email", type: "string", required: false, description: "Orders billed to this email address." },
      { name: "billing.fullname", type: "string", required: false, description: "Orders billed to this name." }
    ],
    response: {
      shape: "array",
      keys: orderSummary,
      optional: [
        ...under("billing", ["fullname", "email"]),
        ...under("delivery", ["email", "fullname"]),
        "short_id",
        "tags"
      ],
      settled: { from: "decisions", optional: ["tags[]"] }
    }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/orders_filter.json",
    stability: "stable",
    throttle: "updates",
    note: "5 requests per 60 seconds; more of them receive 429. It selects orders that have an event in the time span.",
    parameters: [
      { name: "updated_from", type: "unix", required: true, description: "Orders with an event later than this." },
      {
        name: "updated_to",
        type: "unix",
        required: false,
        default: "now",
        description: "Orders with an event earlier than this."
      },
      {
        name: "nodes",
        type: "commaList",
        required: false,
        values: ["billing.fullname", "billing.email", "payment", "short_id", "tags"],
        description: "Further fields to show."
      }
    ],
    response: {
      shape: "object",
      keys: [
        "count",
        ...under("filter", ["updated_from", "updated_to"]),
        ...under("orders[]", [...orderSummary, "locale", ...under("events[]", ["eventId", "iso_date"])])
      ],
      optional: [
        ...under("orders[].billing", ["fullname", "email"]),
        "orders[].payment",
        "orders[].short_id",
        "orders[].tags"
      ],
      settled: { from: "decisions", optional: ["orders[].tags[]"] }
    }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/order.json",
    stability: "stable",
    parameters: [
      orderID,
      {
        name: "nodes",
        type: "commaList",
        required: false,
        values: ["marketplace", "marketplaceDetails", "connected_orders", "customergroup", "paymentlabel"],
        description: "Further fields to show."
      }
    ],
    response: {
      shape: "object",
      keys: orderDetail,
      optional: ["marketplace", "marketplaceDetails", "connected_orders", "customergroup", "paymentlabel"],
      settled: {
        from: "decisions",
        optional: ["connected_orders[]", "customergroup.id", "customergroup.name"]
      }
    }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/legacy_order.json",
    stability: "legacy",
    note: "cart.items is a list here, and neither message nor customer is there.",
    parameters: [orderID],
    response: { shape: "object", keys: legacyOrderDetail }
  },
  {
    area: "Orders",
    method: "PUT",
    path: "/orders/order.json",
    stability: "stable",
    parameters: [
      orderID,
      { name: "status", type: "int", required: true, values: orderStatuses, description: "The order's new status." },
      {
        name: "courier",
        type: "string",
        required: false,
        when: "status is 3",
        description: "Code of the courier, one of the couriers list."
      },
      {
        name: "tracking",
        type: "string",
        required: false,
        when: "status is 3",
        description: "The courier's tracking number."
      },
      {
        name: "pickup_date",
        type: "date",
        required: "conditional",
        when: "tracking and courier are given",
        description: "The day on which the courier takes the parcel; given with status 3 only."
      },
      {
        name: "tracking_url",
        type: "string",
        required: false,
        when: "status is 3",
        description: "Address of the page that follows the parcel."
      }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Orders",
    method: "POST",
    path: "/orders/tags.json",
    stability: "stable",
    parameters: [orderID, orderTags],
    response: { shape: "object", keys: ["orderID", "nAdded"] }
  },
  {
    area: "Orders",
    method: "DELETE",
    path: "/orders/tags.json",
    stability: "stable",
    parameters: [orderID, orderTags],
    response: { shape: "object", keys: ["orderID", "nRemoved"] }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/tracking.json",
    stability: "stable",
    parameters: [orderID],
    response: { shape: "object", keys: ["url", "courier", "tracking", "pickup_date"] }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/couriers.json",
    stability: "stable",
    parameters: [],
    response: { shape: "map", keys: ["code", "name", "country"] }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/statuses.json",
    stability: "stable",
    parameters: [],
    response: {
      shape: "object",
      keys: [
        ...under("opened", ["0", "1"]),
        ...under("processing", ["2", "3", "4"]),
        ...under("closed", ["5", "6", "7"]),
        ...under("aftersale", ["8"])
      ],
      literals: {
        "opened.0": "Pending Payment",
        "opened.1": "Order Paid",
        "processing.2": "Preparation",
        "processing.3": "Sent",
        "processing.4": "Delivered",
        "closed.5": "Closed",
        "closed.6": "Archived/Deleted",
        "closed.7": "Aborted",
        "aftersale.8": "AfterSale"
      }
    }
  },
  {
    area: "Orders",
    method: "DELETE",
    path: "/orders/order.json",
    stability: "stable",
    parameters: [
      orderID,
      {
        name: "authorization_code",
        type: "string",
        required: true,
        description: "The code that allows this order to be removed from the shop's data."
      }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/checkoutMethods.json",
    stability: "stable",
    parameters: [],
    response: {
      shape: "object",
      keys: [
        "payments[]",
        "payment_setup",
        "payment_setup.*.available",
        "payment_setup.*.cost",
        "payment_setup.*.label"
      ]
    }
  },
  {
    area: "Orders",
    method: "GET",
    path: "/orders/timeline.json",
    stability: "stable",
    parameters: [orderID],
    response: {
      shape: "array",
      keys: ["status", "ip", "ts", "iso_date"],
      settled: { from: "decisions", keys: ["eventId"] }
    }
  },
  {
    area: "Orders",
    method: "POST",
    path: "/orders/order.json",
    stability: "beta",
    parameters: [
      ...newOrderAddress("delivery"),
      ...newOrderAddress("billing"),
      {
        name: "shipping_flag",
        type: "enum",
        required: false,
        values: ["not_required"],
        description: "not_required makes both addresses optional."
      },
      { name: "item_id[n][price]", type: "number", required: true, description: "Unit price of the item." },
      { name: "item_id[n][quantity]", type: "int", required: true, description: "How many of the item." },
      { name: "item_id[n][title]", type: "string", required: false, description: "Title of the item." },
      { name: "item_id[n][sku]", type: "string", required: true, description: "SKU of the item." },
      {
        name: "item_id[n][options]",
        type: "string",
        required: false,
        description: "Superkey of the variant that was chosen."
      },
      { name: "shipping_method", type: "string", required: true, description: "How it is shipped, any text." },
      { name: "shipping_cost", type: "number", required: true, description: "Cost of shipping, at least 0." },
      { name: "payment_method", type: "string", required: true, description: "The gateway that takes the payment." },
      {
        name: "payment_cost",
        type: "number",
        required: false,
        default: 0,
        description: "What the payment method costs on top."
      },
      { name: "coupon_code", type: "string", required: false, description: "The coupon that was used." },
      { name: "coupon_amount", type: "number", required: false, default: 0, description: "What the coupon takes off." },
      {
        name: "order_status",
        type: "int",
        required: false,
        default: 0,
        values: orderStatuses,
        description: "The status in which the order begins."
      },
      {
        name: "require_invoice",
        type: "flag",
        required: false,
        default: 0,
        description: "1 where the buyer wants an invoice."
      },
      {
        name: "digital_invoice[type]",
        type: "enum",
        required: "conditional",
        when: "require_invoice is 1",
        values: ["person", "company"],
        description: "To whom the invoice is made out; given only when require_invoice is 1."
      },
      {
        name: "digital_invoice[company_vat_number]",
        type: "string",
        required: false,
        when: "require_invoice is 1 and digital_invoice[type] is company",
        description: "VAT number of the company."
      },
      {
        name: "digital_invoice[company_pec_address]",
        type: "string",
        required: false,
        when: "require_invoice is 1 and digital_invoice[type] is company",
        description: "Certified email address of the company."
      },
      {
        name: "digital_invoice[company_unique_code]",
        type: "string",
        required: false,
        when: "require_invoice is 1 and digital_invoice[type] is company",
        description: "Recipient code of the company in the electronic invoicing system."
      },
      {
        name: "digital_invoice[person_tax_number]",
        type: "string",
        required: false,
        when: "require_invoice is 1 and digital_invoice[type] is person",
        description: "Tax number of the person."
      },
      {
        name: "digital_invoice[person_pec_address]",
        type: "string",
        required: false,
        when: "require_invoice is 1 and digital_invoice[type] is person",
        description: "Certified email address of the person."
      },
      {
        name: "currency",
        type: "string",
        required: false,
        default: "the store's currency",
        values: ["EUR", "USD", "GBP"],
        description: "Currency of every amount in the order."
      },
      {
        name: "locale",
        type: "string",
        required: false,
        default: "the store's locale",
        description: "Language in which the order was placed."
      },
      {
        name: "timestamp",
        type: "unix",
        required: false,
        default: "now",
        description: "The moment at which the order was placed."
      },
      { name: "message", type: "string", required: false, description: "The customer's note to the seller." },
      { name: "tags", type: "commaList", required: false, description: "Tags that the order begins with." }
    ],
    response: { shape: "object", keys: ["order_id"] }
  },

  // User addresses

  {
    area: "User addresses",
    method: "GET",
    path: "/useraccount/addresses.json",
    stability: "stable",
    parameters: [{ name: "uid", type: "int", required: true, description: "The user whose addresses are listed." }],
    response: {
      shape: "object",
      keys: ["count", ...under("addresses[]", userAddress)],
      optional: ["addresses[].metadata.address_name"]
    }
  },
  {
    area: "User addresses",
    method: "POST",
    path: "/useraccount/address.json",
    stability: "stable",
    parameters: userAddressFields,
    response: { shape: "object", keys: ["id", "principalAddress", "countryName", "stateName"] }
  },
  {
    area: "User addresses",
    method: "PUT",
    path: "/useraccount/address.json",
    stability: "stable",
    parameters: [
      ...userAddressFields,
      { name: "address_id", type: "string", required: true, description: "The address addressed." }
    ],
    response: { shape: "object", keys: ["id", "principalAddress", "countryName", "stateName"] }
  },
  {
    area: "User addresses",
    method: "DELETE",
    path: "/useraccount/address.json",
    stability: "stable",
    parameters: [
      { name: "address_id", type: "string", required: true, description: "The address addressed." },
      { name: "uid", type: "int", required: true, description: "The user whose address it is." }
    ],
    response: {
      shape: "object",
      keys: ["success", "error_message", ...under("data", ["id", "action"])],
      literals: { "data.action": "DELETE" }
    }
  },

  // Coupons

  {
    area: "Coupons",
    method: "GET",
    path: "/coupons/list.json",
    stability: "beta",
    parameters: [],
    response: { shape: "array", keys: coupon }
  },
  {
    area: "Coupons",
    method: "GET",
    path: "/coupons/coupon.json",
    stability: "beta",
    parameters: [
      couponUid,
      { name: "nodes", type: "commaList", required: false, values: ["usage"], description: "Further fields to show." }
    ],
    response: {
      shape: "object",
      keys: [...coupon, ...couponRules],
      optional: ["usage"],
      settled: {
        from: "decisions",
        optional: [
          "rules.users_email[]",
          "rules.one_use_for_email",
          "rules.categories[]",
          "rules.products[]",
          "rules.discount",
          "usage.used",
          "usage.remaining",
          "usage.orders[]"
        ]
      }
    }
  },
  {
    area: "Coupons",
    method: "POST",
    path: "/coupons/coupon.json",
    stability: "beta",
    parameters: [
      { name: "code", type: "string", required: true, description: "What the buyer types, unique in the shop." },
      { name: "name", type: "string", required: true, description: "Name of the coupon." },
      { name: "type", type: "int", required: true, values: [0, 1], description: "1 takes off percent, 0 a fixed sum." },
      { name: "value", type: "number", required: true, description: "The percentage or the sum." },
      {
        name: "min_sum",
        type: "number",
        required: true,
        description: "The least sum that it is good for, at least 0."
      },
      { name: "active", type: "flag", required: true, description: "1 where it can be used." },
      { name: "start_time", type: "unix", required: true, description: "From when it is valid." },
      { name: "end_time", type: "unix", required: true, description: "Until when it is valid." },
      { name: "unlimited", type: "flag", required: true, description: "1 where it can be used without end." },
      { name: "count", type: "int", required: true, description: "How often it can be used at most." },
      {
        name: "rules[users_email]",
        type: "commaList",
        required: true,
        description: "Email addresses of the users it is for, as a list or as one text."
      }
    ],
    response: { shape: "object", keys: ["coupon_code", "uid", "unique_id", "endpoint"] }
  },
  {
    area: "Coupons",
    method: "PUT",
    path: "/coupons/rules.json",
    stability: "beta",
    parameters: [
      couponUid,
      {
        name: "name",
        type: "enum",
        required: true,
        values: [
          "remove_shipping",
          "one_use_for_email",
          "brand",
          "categories",
          "discount",
          "products",
          "tags",
          "users_email"
        ],
        aliases: ["rule_name"],
        description: "The rule to set."
      },
      {
        name: "rule_value",
        type: "string",
        required: true,
        description: "What the rule is set to: a text, or a list for users_email."
      }
    ],
    response: { shape: "object", keys: writeAnswer }
  },
  {
    area: "Coupons",
    method: "DELETE",
    path: "/coupons/coupon.json",
    stability: "beta",
    parameters: [couponUid],
    response: { shape: "object", keys: ["ok", "n", "err", "errmsg"] }
  },

  // Product variants

  {
    area: "Product variants",
    method: "GET",
    path: "/productvariants/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: ["key", "values", "values.*.value", "values.*.img"] }
  },
  {
    area: "Product variants",
    method: "PUT",
    path: "/productvariants/variantimage.json",
    stability: "stable",
    parameters: [
      { name: "key", type: "string", required: true, description: "The variant attribute, such as a colour." },
      { name: "value", type: "string", required: true, description: "The attribute's value that gets the image." },
      { name: "image_id", type: "string", required: true, description: "An image of the gallery." }
    ],
    response: { shape: "object", keys: ["ok", "err", "nModified"] }
  },
  {
    area: "Product variants",
    method: "GET",
    path: "/productvariants/variantgallery.json",
    stability: "stable",
    parameters: [
      { name: "uid", type: "int", required: true, description: "The product." },
      { name: "sku", type: "string", required: true, description: "SKU of the product's variant." }
    ],
    response: { shape: "object", keys: ["uid", ...under("variant", ["gallery[]", "sku"])] }
  },
  {
    area: "Product variants",
    method: "PUT",
    path: "/productvariants/variantgallery.json",
    stability: "stable",
    parameters: [
      { name: "uid", type: "int", required: true, description: "The product." },
      { name: "sku", type: "string", required: true, description: "SKU of the product's variant." },
      {
        name: "gallery[]",
        type: "string",
        list: true,
        required: true,
        description: "Images, each by its whole URL or its identifier in the gallery."
      }
    ],
    response: {
      shape: "object",
      keys: under("inserted", [...under("status", writeAnswer), "urls[]"])
    }
  },
  {
    area: "Product variants",
    method: "GET",
    path: "/productvariants/variantTranslation.json",
    stability: "beta",
    parameters: [{ name: "variant", type: "string", required: true, description: "The variant attribute." }],
    response: {
      shape: "object",
      keys: [
        ...under("variant", ["label", "translations", "translations.*"]),
        ...under("variantValues[]", ["label", "translations", "translations.*", "image"]),
        "locales",
        "locales.*"
      ]
    }
  },
  {
    area: "Product variants",
    method: "POST",
    path: "/productvariants/variantTranslation.json",
    stability: "beta",
    note: "It overwrites all translations of the variant.",
    parameters: [
      { name: "variant", type: "string", required: true, description: "The variant attribute." },
      {
        name: "variantTranslation[<locale>]",
        type: "string",
        required: true,
        description: "The attribute's label in one language."
      },
      {
        name: "variantValueTranslations[<variant_value>][image]",
        type: "string",
        required: false,
        description: "Image of one of the attribute's values."
      },
      {
        name: "variantValueTranslations[<variant_value>][translations][<locale>]",
        type: "string",
        required: false,
        description: "Label of one of the attribute's values in one language."
      }
    ],
    response: { shape: "object", keys: ["itemsCount", "nModified"] }
  },

  // Customers

  {
    area: "Customers",
    method: "GET",
    path: "/clients/list.json",
    stability: "beta",
    parameters: [
      ...customerFilters,
      {
        name: "nodes",
        type: "commaList",
        required: false,
        values: ["custom_fields", "fullname", "accountType", "group"],
        description: "Further fields to show."
      }
    ],
    response: {
      shape: "array",
      keys: customerSummary,
      optional: ["custom_fields", "group"],
      settled: { from: "decisions", optional: ["group.id", "group.name"] }
    }
  },
  {
    area: "Customers",
    method: "GET",
    path: "/clients/list_paginated.json",
    stability: "beta",
    throttle: "account",
    note: "With the account node a leaky bucket restricts it.",
    parameters: [
      { name: "limit", type: "int", required: false, description: "How many customers a page has." },
      { name: "page", type: "int", required: false, description: "Which page." },
      ...customerFilters,
      {
        name: "nodes",
        type: "commaList",
        required: false,
        values: ["custom_fields", "accountType", "group", "account"],
        description: "Further fields to show."
      }
    ],
    response: {
      shape: "array",
      keys: customerSummary,
      optional: ["custom_fields", "group", "account"],
      settled: {
        from: "decisions",
        optional: ["group.id", "group.name", "account.userUID", "account.registered_at", "account.last_login"]
      }
    }
  },
  {
    area: "Customers",
    method: "GET",
    path: "/clients/client.json",
    stability: "beta",
    parameters: [
      {
        name: "id",
        type: "string",
        required: "conditional",
        when: "email is not given",
        description: "The customer addressed."
      },
      {
        name: "email",
        type: "string",
        required: "conditional",
        when: "id is not given",
        description: "Email address of the customer addressed."
      }
    ],
    response: {
      shape: "object",
      keys: customerDetail,
      settled: { from: "decisions", keys: ["countryUID", "stateUID"] }
    }
  },
  {
    area: "Customers",
    method: "POST",
    path: "/clients/client.json",
    stability: "beta",
    parameters: [
      ...customerName,
      { name: "email", type: "email", required: true, description: "Email address; one that exists is an error." },
      { name: "website", type: "string", required: false, description: "The customer's website." },
      { name: "phone", type: "string", required: false, description: "Telephone number." },
      { name: "mobile", type: "string", required: false, description: "Mobile telephone number." },
      { name: "address", type: "string", required: false, description: "Street and number." },
      { name: "city", type: "string", required: false, description: "City." },
      {
        name: "zip",
        type: "string",
        required: false,
        description: "Postal code, checked against the rules of the country."
      },
      { name: "country", type: "string", required: false, legacy: true, description: "Name of the country." },
      { name: "state", type: "string", required: false, legacy: true, description: "Name of the state." },
      { name: "tax_number", type: "string", required: false, description: "The customer's tax number." },
      { name: "countryUID", type: "int", required: false, description: "The country." },
      { name: "stateUID", type: "int", required: false, description: "The state." },
      {
        name: "metadata[sdi]",
        type: "string",
        required: false,
        description: "Recipient code in the electronic invoicing system."
      },
      { name: "metadata[pec]", type: "string", required: false, description: "Certified email address." },
      { name: "note", type: "string", required: false, description: "A note about the customer." }
    ],
    response: { shape: "object", keys: ["client", "client.id"] }
  },
  {
    area: "Customers",
    method: "PUT",
    path: "/clients/client.json",
    stability: "beta",
    parameters: [
      customerId,
      ...customerName,
      { name: "phone", type: "string", required: false, description: "Telephone number." },
      { name: "address", type: "string", required: false, description: "Street and number." },
      { name: "city", type: "string", required: false, description: "City." },
      { name: "zip", type: "string", required: false, description: "Postal code." },
      { name: "region", type: "string", required: false, legacy: true, description: "Name of the region." },
      { name: "state", type: "string", required: false, legacy: true, description: "Name of the state." },
      { name: "tax_number", type: "string", required: false, description: "The customer's tax number." },
      { name: "countryUID", type: "int", required: false, description: "The country." },
      { name: "stateUID", type: "int", required: false, description: "The state." },
      { name: "note", type: "string", required: false, description: "A note about the customer." }
    ],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err", "updatedExisting"] }
  },
  {
    area: "Customers",
    method: "DELETE",
    path: "/clients/client.json",
    stability: "beta",
    note: "The customer is removed for good.",
    parameters: [customerId],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Customers",
    method: "PUT",
    path: "/clients/client2group.json",
    stability: "beta",
    parameters: [
      customerId,
      { name: "group_id", type: "string", required: true, description: "The group to join; null means none." }
    ],
    response: { shape: "object", keys: ["id", ...under("group", ["before", "after"])] }
  },
  {
    area: "Customers",
    method: "DELETE",
    path: "/clients/client2group.json",
    stability: "beta",
    parameters: [customerId],
    response: {
      shape: "object",
      keys: ["id", ...under("group", ["before", "after"])],
      literals: { "group.after": null }
    }
  },
  {
    area: "Customers",
    method: "POST",
    path: "/clients/tags.json",
    stability: "beta",
    note: "It replaces all tags of the customer.",
    parameters: [...customerByIdOrEmail, customerTags],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err"] }
  },
  {
    area: "Customers",
    method: "PUT",
    path: "/clients/tags.json",
    stability: "beta",
    note: "It adds the tags that the customer does not have and keeps the others.",
    parameters: [...customerByIdOrEmail, customerTags],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err"] }
  },
  {
    area: "Customers",
    method: "DELETE",
    path: "/clients/tags.json",
    stability: "beta",
    parameters: [...customerByIdOrEmail, customerTags],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err"] }
  },
  {
    area: "Customers",
    method: "PUT",
    path: "/clients/batchTags.json",
    stability: "beta",
    note: "It adds tags.",
    parameters: [customerEmails, customerTags],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err"] }
  },
  {
    area: "Customers",
    method: "POST",
    path: "/clients/batchTags.json",
    stability: "beta",
    note: "It replaces tags.",
    parameters: [customerEmails, customerTags],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err"] }
  },
  {
    area: "Customers",
    method: "DELETE",
    path: "/clients/batchTags.json",
    stability: "beta",
    parameters: [
      {
        ...customerEmails,
        required: "conditional",
        when: "not marked as required here, but nobody is addressed without it"
      },
      {
        name: "tag",
        type: "string",
        required: true,
        description: "The one tag to take off; a wildcard is allowed, such as prefix*."
      }
    ],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err"] }
  },
  {
    area: "Customers",
    method: "PUT",
    path: "/clients/accept_marketing.json",
    stability: "beta",
    note: "Changes are logged.",
    parameters: [
      customerId,
      {
        name: "accept_marketing",
        type: "boolean",
        required: true,
        values: ["true", "false"],
        description: "Whether the customer agrees to marketing."
      }
    ],
    response: { shape: "object", keys: [...writeAnswer, "message"] }
  },
  {
    area: "Customers",
    method: "PUT",
    path: "/clients/custom_fields.json",
    stability: "preview",
    note: "The fields given are merged with those that are there.",
    parameters: [
      customerId,
      {
        name: "custom_fields[<key>]",
        type: "string",
        required: true,
        description: "One field of the customer; an empty value resets it."
      }
    ],
    response: { shape: "object", keys: writeAnswer }
  },

  // B2B

  {
    area: "B2B (module must be enabled on the shop)",
    method: "GET",
    path: "/b2b/list_listing.json",
    stability: "stable",
    requires: "b2b",
    parameters: [],
    response: { shape: "array", keys: listing }
  },
  {
    area: "B2B (module must be enabled on the shop)",
    method: "POST",
    path: "/b2b/listing.json",
    stability: "stable",
    requires: "b2b",
    note: "It also creates a product attribute, named as the listing with ' - price' after it, and a customer group.",
    parameters: [
      { name: "name", type: "string", required: true, description: "Name of the listing." },
      { name: "description", type: "string", required: false, description: "What the listing is for." }
    ],
    response: { shape: "object", keys: listing }
  },
  {
    area: "B2B (module must be enabled on the shop)",
    method: "DELETE",
    path: "/b2b/listing.json",
    stability: "stable",
    requires: "b2b",
    note: "The customer group stays, without a listing; the product attribute is removed.",
    parameters: [{ name: "id", type: "string", required: true, description: "The listing addressed." }],
    response: {
      shape: "object",
      keys: [
        ...under("customers_group", ["id", ...under("listing", ["removed"])]),
        ...under("listing", ["id", ...under("attribute", ["removed"])])
      ]
    }
  },
  {
    area: "B2B (module must be enabled on the shop)",
    method: "POST",
    path: "/b2b/user.json",
    stability: "stable",
    requires: "b2b",
    parameters: [
      { name: "email", type: "email", required: true, description: "Email address of the account." },
      { name: "fullname", type: "string", required: true, description: "Name of the account's holder." },
      { name: "customer_group_id", type: "string", required: true, description: "The customer group to join." },
      {
        name: "send_email",
        type: "string",
        required: false,
        values: ["yes"],
        description: "yes sends a welcome email."
      }
    ],
    response: {
      shape: "object",
      keys: [...under("user", ["created"]), ...under("customer_group", ["associated"])]
    }
  },
  {
    area: "B2B (module must be enabled on the shop)",
    method: "GET",
    path: "/b2b/users_list.json",
    stability: "stable",
    requires: "b2b",
    parameters: [],
    response: {
      shape: "object",
      keys: ["count", ...under("users[]", ["id", "email", "registration_date", "registration_status"])]
    }
  },
  {
    area: "B2B (module must be enabled on the shop)",
    method: "DELETE",
    path: "/b2b/user.json",
    stability: "stable",
    requires: "b2b",
    parameters: [
      {
        name: "email",
        type: "email",
        required: "conditional",
        when: "uid is not given",
        description: "Email address of the account addressed."
      },
      {
        name: "uid",
        type: "int",
        required: "conditional",
        when: "email is not given",
        description: "The account addressed."
      },
      {
        name: "customer",
        type: "string",
        required: false,
        values: ["delete"],
        description: "delete removes the customer's profile too; otherwise the customer becomes a guest."
      }
    ],
    response: {
      shape: "object",
      keys: ["ok", "n", "err", "errmsg", ...under("customer", ["action", "customer_id"])]
    }
  },

  // Custom product attributes

  {
    area: "Custom product attributes",
    method: "GET",
    path: "/attributes/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: attribute, settled: { from: "decisions", keys: ["read_only"] } }
  },
  {
    area: "Custom product attributes",
    method: "POST",
    path: "/attributes/attribute.json",
    stability: "stable",
    parameters: [
      { name: "label", type: "string", required: true, description: "Label of the attribute." },
      {
        name: "type",
        type: "enum",
        required: true,
        values: attributeTypes,
        description: "What its values are, one of the types list."
      },
      {
        name: "data[]",
        type: "string",
        list: true,
        required: false,
        when: "type is select",
        description: "The values to choose from."
      },
      { name: "read_only", type: "flag", required: false, description: "1 where only the API may edit it." }
    ],
    response: { shape: "object", keys: ["id"] }
  },
  {
    area: "Custom product attributes",
    method: "GET",
    path: "/attributes/search.json",
    stability: "stable",
    parameters: [{ name: "label", type: "string", required: true, description: "The label to look for." }],
    response: { shape: "array", keys: attribute, settled: { from: "decisions", keys: ["read_only"] } }
  },
  {
    area: "Custom product attributes",
    method: "POST",
    path: "/attributes/attribute_addValue.json",
    stability: "stable",
    note: "Attributes of type select only.",
    parameters: [
      { name: "id", type: "string", required: true, description: "The attribute addressed." },
      { name: "value", type: "string", required: true, description: "The value to add to its choice." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Custom product attributes",
    method: "DELETE",
    path: "/attributes/attribute.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The attribute addressed." }],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Custom product attributes",
    method: "GET",
    path: "/attributes/types.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: [], values: attributeTypes }
  },

  // Brands

  {
    area: "Brands",
    method: "GET",
    path: "/brands/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: brand }
  },
  {
    area: "Brands",
    method: "GET",
    path: "/brands/brand.json",
    stability: "stable",
    parameters: [{ name: "uid", type: "int", required: true, description: "The brand addressed." }],
    response: {
      shape: "object",
      keys: [...brand, ...under("seo", ["title", "description", "keywords", "robots"]), "disabled", "default_sort"]
    }
  },
  {
    area: "Brands",
    method: "POST",
    path: "/brands/brand.json",
    stability: "stable",
    parameters: [
      {
        name: "name",
        type: "string",
        required: true,
        description: "Name of the brand; one that exists answers the uid of that brand."
      },
      { name: "description", type: "string", required: false, description: "Description of the brand." },
      ...brandTexts
    ],
    response: { shape: "object", keys: ["uid"] }
  },
  {
    area: "Brands",
    method: "PUT",
    path: "/brands/brand.json",
    stability: "stable",
    parameters: [
      { name: "uid", type: "int", required: true, description: "The brand addressed." },
      { name: "name", type: "string", required: true, description: "Name of the brand." },
      {
        name: "description",
        type: "string",
        required: false,
        description: "Description of the brand, in restricted HTML."
      },
      ...brandTexts
    ],
    response: { shape: "object", keys: ["ok", "err", "updatedExisting"] }
  },
  {
    area: "Brands",
    method: "DELETE",
    path: "/brands/brand.json",
    stability: "stable",
    parameters: [{ name: "uid", type: "int", required: true, description: "The brand addressed." }],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Brands",
    method: "PUT",
    path: "/brands/visibility.json",
    stability: "stable",
    parameters: [
      { name: "uid", type: "int", required: true, description: "The brand addressed." },
      { name: "status", type: "flag", required: true, description: "1 shows the brand, 0 hides it." }
    ],
    response: { shape: "object", keys: writeAnswer }
  },
  {
    area: "Brands",
    method: "PUT",
    path: "/brands/bindImage.json",
    stability: "stable",
    parameters: [
      { name: "brandUID", type: "int", required: true, description: "The brand addressed." },
      { name: "image_id", type: "string", required: true, description: "The image to show for it." }
    ],
    response: { shape: "object", keys: ["ok", "nModified", "n", "err", "errmsg"] }
  },
  {
    area: "Brands",
    method: "PUT",
    path: "/brands/setPosition.json",
    stability: "stable",
    parameters: [
      { name: "brandUID", type: "int", required: true, description: "The brand addressed." },
      { name: "position", type: "int", required: true, description: "The place in the list of brands to move to." }
    ],
    response: { shape: "object", keys: ["updated", "previous_position", "actual_position"] }
  },

  // Store locator

  {
    area: "Store locator",
    method: "GET",
    path: "/storelocator/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: storePoint }
  },
  {
    area: "Store locator",
    method: "GET",
    path: "/storelocator/point.json",
    stability: "stable",
    parameters: [storePointId],
    response: { shape: "object", keys: storePoint }
  },
  {
    area: "Store locator",
    method: "POST",
    path: "/storelocator/point.json",
    stability: "stable",
    parameters: [
      ...storePointPlace,
      { name: "disabled", type: "flag", required: false, default: 0, description: "1 where it is not available." },
      ...storePointData
    ],
    response: { shape: "object", keys: ["id"] }
  },
  {
    area: "Store locator",
    method: "PUT",
    path: "/storelocator/point.json",
    stability: "stable",
    parameters: [
      ...storePointPlace,
      { name: "disabled", type: "flag", required: false, description: "1 where it is not available." },
      ...storePointData,
      { name: "id", type: "string", required: true, description: "The point addressed." }
    ],
    response: { shape: "object", keys: ["ok", "nModified", "err", "updatedExisting"] }
  },
  {
    area: "Store locator",
    method: "DELETE",
    path: "/storelocator/point.json",
    stability: "stable",
    parameters: [storePointId],
    response: { shape: "object", keys: ["ok", "n", "err", "errmsg"] }
  },

  // Inventory

  {
    area: "Inventory",
    method: "GET",
    path: "/inventory/list.json",
    stability: "stable",
    note: "childs is there when has_child is true.",
    parameters: [],
    response: {
      shape: "array",
      keys: ["sku", "uid", "quantity", "unlimited", "has_child"],
      optional: under("childs[]", ["sku", "quantity", "superkey"])
    }
  },
  {
    area: "Inventory",
    method: "PUT",
    path: "/inventory/inventory.json",
    stability: "stable",
    parameters: [
      {
        name: "sku",
        type: "string",
        required: "conditional",
        when: "uid is not given",
        description: "SKU of the product or variant."
      },
      { name: "uid", type: "int", required: "conditional", when: "sku is not given", description: "The product." },
      { name: "quantity", type: "int", required: true, description: "The stock from now on." },
      variantSku,
      {
        name: "unlimited",
        type: "flag",
        required: false,
        when: "it is about a main product",
        description: "1 where the product is sold without end."
      }
    ],
    response: { shape: "object", keys: stockAnswer }
  },
  {
    area: "Inventory",
    method: "PUT",
    path: "/inventory/patchInventory.json",
    stability: "stable",
    parameters: [
      { name: "sku", type: "string", required: true, description: "SKU of the product or variant." },
      { name: "quantity", type: "int", required: true, description: "What is added to the stock." },
      variantSku
    ],
    response: { shape: "object", keys: stockAnswer }
  },
  {
    area: "Inventory",
    method: "PUT",
    path: "/inventory/batchInventory.json",
    stability: "stable",
    note: "At most 250 SKUs in one call.",
    parameters: [
      {
        name: "stage[<sku>][quantity]",
        type: "int",
        required: true,
        description: "The stock of this SKU from now on."
      },
      { name: "stage[<sku>][is_child]", type: "flag", required: true, description: "1 where this SKU is a variant's." }
    ],
    response: {
      shape: "object",
      keys: ["batchId", "responses", ...stockAnswer.map((key) => `responses.*.${key}`)]
    }
  },

  // Payments

  {
    area: "Payments",
    method: "GET",
    path: "/payments/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: ["id", "label"] }
  },
  {
    area: "Payments",
    method: "GET",
    path: "/payments/payment.json",
    stability: "stable",
    note: "The payment authorization of the key set that calls.",
    parameters: [],
    response: { shape: "object", keys: ["groupUID", "instance", "label", "redirect_url", "id"] }
  },
  {
    area: "Payments",
    method: "POST",
    path: "/payments/payment.json",
    stability: "stable",
    note: "A key set has at most one payment authorization.",
    parameters: [
      { name: "label", type: "string", required: true, description: "Label of the payment method." },
      {
        name: "callback_url",
        type: "url",
        required: true,
        description: "Where the buyer goes after ordering; it must contain {orderid}."
      },
      {
        name: "get_more",
        type: "url",
        required: false,
        description: "The address that offers alternative methods; it requires authorization."
      }
    ],
    response: {
      shape: "object",
      keys: ["id", "translation_key", ...under("payment_authorization", ["label", "callback_url"])]
    }
  },
  {
    area: "Payments",
    method: "DELETE",
    path: "/payments/payment.json",
    stability: "stable",
    parameters: [
      { name: "payment_id", type: "string", required: true, description: "The payment authorization addressed." }
    ],
    response: { shape: "object", keys: ["n", "err"] }
  },
  {
    area: "Payments",
    method: "GET",
    path: "/payments/configured_payment.json",
    stability: "stable",
    parameters: [],
    response: {
      shape: "object",
      keys: ["payments_index[]", "payments", "payments.*.available", "payments.*.cost", "payments.*.label"],
      optional: ["payments.*.can_have_child"]
    }
  },

  // Filters

  {
    area: "Filters",
    method: "GET",
    path: "/filters/list.json",
    stability: "stable",
    parameters: [],
    response: {
      shape: "array",
      keys: [
        "_id",
        "_id.$id",
        "key",
        "values[]",
        "images[]",
        "categories[]",
        "feedActive",
        "feedLabel",
        "feedValues[]",
        "descriptions[]"
      ]
    }
  },
  {
    area: "Filters",
    method: "POST",
    path: "/filters/filter.json",
    stability: "stable",
    parameters: [
      {
        name: "filter_key",
        type: "string",
        required: true,
        description: "Key of the filter: lowercase letters a to z, - and _, no whitespace."
      },
      {
        name: "filter_values[]",
        type: "string",
        list: true,
        required: true,
        description: "The filter's values, each under its index."
      },
      ...filterTexts
    ],
    response: { shape: "object", keys: ["$id"] }
  },
  {
    area: "Filters",
    method: "PUT",
    path: "/filters/filter.json",
    stability: "stable",
    parameters: [
      { name: "filter_key", type: "string", required: true, description: "Key of the filter addressed." },
      { name: "values[]", type: "string", list: true, required: true, description: "The filter's values." },
      ...filterTexts
    ],
    response: { shape: "object", keys: writeAnswer }
  },

  // Tax profiles

  {
    area: "Tax profiles",
    method: "GET",
    path: "/taxes/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: taxProfile }
  },
  {
    area: "Tax profiles",
    method: "GET",
    path: "/taxes/taxprofile.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The tax profile addressed." }],
    response: { shape: "object", keys: taxProfile }
  },
  {
    area: "Tax profiles",
    method: "POST",
    path: "/taxes/taxprofile.json",
    stability: "stable",
    parameters: [
      { name: "name", type: "string", required: true, description: "Name of the tax profile." },
      { name: "value", type: "number", required: true, description: "The rate in percent." },
      {
        name: "countries[]",
        type: "int",
        list: true,
        required: true,
        description: "Uids of the countries in which it applies."
      }
    ],
    response: { shape: "object", keys: ["tax_profile", "tax_profile.id"] }
  },
  {
    area: "Tax profiles",
    method: "DELETE",
    path: "/taxes/taxprofile.json",
    stability: "stable",
    note: "Products that had the profile keep an empty one.",
    parameters: [{ name: "id", type: "string", required: true, description: "The tax profile addressed." }],
    response: { shape: "object", keys: ["ok", "n", "err", "errmsg"] }
  },

  // Template

  {
    area: "Template",
    method: "GET",
    path: "/template/js.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: ["id", "name", "content"] }
  },
  {
    area: "Template",
    method: "POST",
    path: "/template/js.json",
    stability: "stable",
    parameters: [
      { name: "name", type: "string", required: true, description: "Name of the snippet." },
      { name: "content", type: "string", required: true, description: "The snippet itself." },
      {
        name: "embed",
        type: "flag",
        required: false,
        description: "0 wraps the content in a script tag, 1 leaves it as it is."
      },
      {
        name: "elaborate",
        type: "flag",
        required: false,
        description: "1 where the script holds data that the template must load; else 0 or empty."
      }
    ],
    response: { shape: "object", keys: ["script_id"] }
  },
  {
    area: "Template",
    method: "DELETE",
    path: "/template/js.json",
    stability: "stable",
    note: "The snippet is removed for good.",
    parameters: [
      { name: "id", type: "string", required: true, description: "The snippet addressed." },
      { name: "permanent", type: "string", required: false, description: "Not explained." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    area: "Template",
    method: "POST",
    path: "/template/package.json",
    stability: "stable",
    requires: "partner_owned",
    parameters: [
      { name: "file", type: "file", required: true, description: "A template that the template engine can use." }
    ],
    response: { shape: "object", keys: ["upload"], literals: { upload: "completed" } }
  },

  // Real-time coupon and real-time shipping endpoints

  {
    area: "Real-time coupon and real-time shipping endpoints",
    method: "GET",
    path: "/realtimecoupons/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: realTimeEndpoint }
  },
  {
    area: "Real-time coupon and real-time shipping endpoints",
    method: "POST",
    path: "/realtimecoupons/realtimecoupon.json",
    stability: "stable",
    parameters: realTimeFields,
    response: { shape: "object", keys: realTimeEndpoint }
  },
  {
    area: "Real-time coupon and real-time shipping endpoints",
    method: "DELETE",
    path: "/realtimecoupons/realtimecoupon.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The endpoint addressed." }],
    response: { shape: "object", keys: ["ok", "err", "errmsg", "nRemoved"] }
  },
  {
    area: "Real-time coupon and real-time shipping endpoints",
    method: "GET",
    path: "/realtimeshippings/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: realTimeEndpoint }
  },
  {
    area: "Real-time coupon and real-time shipping endpoints",
    method: "POST",
    path: "/realtimeshippings/realtimeshipping.json",
    stability: "stable",
    parameters: realTimeFields,
    response: { shape: "object", keys: realTimeEndpoint }
  },
  {
    area: "Real-time coupon and real-time shipping endpoints",
    method: "DELETE",
    path: "/realtimeshippings/realtimeshipping.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The endpoint addressed." }],
    response: { shape: "object", keys: ["ok", "err", "errmsg", "nRemoved"] }
  },

  // Gift cards

  {
    area: "Gift cards",
    method: "POST",
    path: "/giftcards/loadCredit.json",
    stability: "stable",
    parameters: giftCardFields,
    response: { shape: "object", keys: writeAnswer }
  },
  {
    area: "Gift cards",
    method: "DELETE",
    path: "/giftcards/unloadCredit.json",
    stability: "stable",
    parameters: giftCardFields,
    response: { shape: "object", keys: ["ok"], literals: { ok: true } }
  },
  {
    area: "Gift cards",
    method: "GET",
    path: "/giftcards/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: ["userUID", "amount"] }
  },

  // Pages

  {
    area: "Pages",
    method: "GET",
    path: "/pages/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: ["id", "url_path", "title"] }
  },
  {
    area: "Pages",
    method: "GET",
    path: "/pages/page.json",
    stability: "stable",
    parameters: [
      {
        name: "id",
        type: "string",
        required: "conditional",
        when: "not marked as required, but nothing is addressed without it",
        description: "The page addressed."
      }
    ],
    response: {
      shape: "object",
      keys: ["id", "url_path", "title", "content", "parentPage"],
      settled: { from: "decisions", keys: ["parentPage.id", "parentPage.url_path", "parentPage.title"] }
    }
  },
  {
    area: "Pages",
    method: "POST",
    path: "/pages/page.json",
    stability: "stable",
    parameters: [
      { name: "title", type: "string", required: true, description: "Title of the page." },
      { name: "content", type: "string", required: true, description: "Content of the page, in HTML." }
    ],
    response: { shape: "object", keys: ["id"] }
  },
  {
    area: "Pages",
    method: "DELETE",
    path: "/pages/page.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The page addressed." }],
    response: {
      shape: "object",
      keys: ["ok", "err"],
      settled: { from: "decisions", literals: { ok: "1" } }
    }
  },

  // Email templates

  {
    area: "Email templates",
    method: "GET",
    path: "/emails/list_templates.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: under("templates[]", ["id", "type"]) }
  },
  {
    area: "Email templates",
    method: "GET",
    path: "/emails/recipients.json",
    stability: "stable",
    parameters: [{ name: "id", type: "int", required: true, description: "The email template addressed." }],
    response: { shape: "object", keys: under("recipients", ["count", "emails[]"]) }
  },
  {
    area: "Email templates",
    method: "PUT",
    path: "/emails/template.json",
    stability: "stable",
    parameters: [
      { name: "id", type: "int", required: true, description: "The email template addressed." },
      { name: "locale", type: "string", required: true, description: "Language of the text, such as en_US." },
      { name: "subject", type: "string", required: true, description: "Subject of the email." },
      { name: "message", type: "string", required: true, description: "Text of the email." }
    ],
    response: { shape: "object", keys: ["ok", "nModified", "err"] }
  },

  // Legal texts

  {
    area: "Legal texts",
    method: "GET",
    path: "/legal/privacy.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["type", "content"] }
  },
  {
    area: "Legal texts",
    method: "GET",
    path: "/legal/terms.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["type", "content"] }
  },
  {
    area: "Legal texts",
    method: "GET",
    path: "/legal/cookies.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["type", "content"] }
  },
  {
    area: "Legal texts",
    method: "PUT",
    path: "/legal/privacy.json",
    stability: "stable",
    parameters: [legalContent],
    response: { shape: "object", keys: ["ok", "err", "errmsg"] }
  },
  {
    area: "Legal texts",
    method: "PUT",
    path: "/legal/terms.json",
    stability: "stable",
    parameters: [legalContent],
    response: { shape: "object", keys: ["ok", "err", "errmsg"] }
  },
  {
    area: "Legal texts",
    method: "PUT",
    path: "/legal/cookies.json",
    stability: "stable",
    parameters: [legalContent],
    response: { shape: "object", keys: ["ok", "err", "errmsg"] }
  },

  // Webhooks

  {
    area: "Webhooks",
    method: "GET",
    path: "/webhook/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: webhook, settled: { from: "decisions", keys: ["state"] } }
  },
  {
    area: "Webhooks",
    method: "GET",
    path: "/webhook/webhook.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The webhook addressed." }],
    response: { shape: "object", keys: webhook, settled: { from: "decisions", keys: ["state"] } }
  },
  {
    area: "Webhooks",
    method: "GET",
    path: "/webhook/search.json",
    stability: "stable",
    parameters: [{ name: "name", type: "string", required: true, description: "Name of the webhook to look for." }],
    response: { shape: "object", keys: webhook, settled: { from: "decisions", keys: ["state"] } }
  },
  {
    area: "Webhooks",
    method: "POST",
    path: "/webhook/webhook.json",
    stability: "stable",
    parameters: [
      { name: "url", type: "url", required: true, description: "The address that is called." },
      { name: "type", type: "int", required: true, description: "What it is called for." },
      { name: "name", type: "string", required: true, description: "Name of the webhook." }
    ],
    response: {
      shape: "object",
      keys: ["ok", "err"],
      settled: { from: "decisions", keys: ["id", "secret"] }
    }
  },
  {
    area: "Webhooks",
    method: "DELETE",
    path: "/webhook/webhook.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The webhook addressed." }],
    response: { shape: "object", keys: ["ok", "err"] }
  }
]

/** What Bottega's decisions add to the parameters of the document's operations. */
export const additions: ReadonlyArray<Addition> = [
  {
    method: "POST",
    path: "/pages/page.json",
    parameters: [
      { name: "parent", type: "string", required: false, description: "The page above it; empty or null for none." }
    ]
  },
  {
    method: "POST",
    path: "/orders/order.json",
    parameters: [
      { name: "marketplace", type: "string", required: false, description: "The marketplace that it was sold on." },
      {
        name: "marketplaceDetails[<key>]",
        type: "string",
        required: false,
        description: "What the marketplace says about it."
      }
    ]
  },
  {
    method: "POST",
    path: "/clients/client.json",
    parameters: [
      {
        name: "register",
        type: "flag",
        required: false,
        default: 0,
        description: "1 makes a registered customer, with a user uid of its own."
      }
    ]
  },
  {
    method: "GET",
    path: "/storelocator/list.json",
    parameters: [
      { name: "near[lat]", type: "number", required: false, description: "Latitude of the place to look around." },
      { name: "near[long]", type: "number", required: false, description: "Longitude of the place to look around." },
      { name: "radius_km", type: "number", required: false, description: "How far from that place, in kilometres." }
    ]
  },
  {
    method: "PUT",
    path: "/inventory/inventory.json",
    parameters: [
      { name: "expected", type: "int", required: false, description: "The stock that must be there, else 409." }
    ]
  },
  {
    method: "PUT",
    path: "/inventory/batchInventory.json",
    parameters: [
      {
        name: "stage[<sku>][expected]",
        type: "int",
        required: false,
        description: "The stock that must be there, else this SKU is left alone."
      },
      { name: "atomic", type: "flag", required: false, default: 0, description: "1 makes the batch all or nothing." }
    ]
  },
  {
    method: "POST",
    path: "/giftcards/loadCredit.json",
    parameters: [
      { name: "amount", type: "number", required: false, description: "Another name of credit, which wins over it." }
    ]
  },
  {
    method: "DELETE",
    path: "/giftcards/unloadCredit.json",
    parameters: [
      { name: "amount", type: "number", required: false, description: "Another name of credit, which wins over it." }
    ]
  },
  {
    method: "POST",
    path: "/webhook/webhook.json",
    parameters: [
      {
        name: "format",
        type: "string",
        required: false,
        values: ["form"],
        description: "form sends notifications as a form instead of as JSON."
      }
    ]
  }
]

// Resources and parameters of the companions.

const product = ["uid", "code", "price", "final_price", "status"]

const productNodes = [
  "title",
  "image_id",
  "description",
  "brandUID",
  "brand_name",
  "categories",
  "tags",
  "unlimited",
  "tax_profile",
  "create_at",
  "update_at"
]

const productNodeKeys = productNodes.map((node) => (node === "categories" || node === "tags" ? `${node}[]` : node))

const image = ["id", "thumbnail", "original"]

const productFilters: ReadonlyArray<Parameter> = [
  {
    name: "nodes",
    type: "commaList",
    required: false,
    values: productNodes,
    description: "Further fields to show; the list of them is open."
  },
  { name: "brandUID", type: "int", required: false, description: "Products of this brand." },
  { name: "categoryUID", type: "int", required: false, description: "Products in this category." }
]

const productUid: Parameter = { name: "uid", type: "int", required: true, description: "The product addressed." }

const productIdentity = (required: boolean): ReadonlyArray<Parameter> => [
  { name: "code", type: "string", required, description: "SKU of the product, unique in the shop." },
  { name: "title", type: "string", required, description: "Title of the product." },
  { name: "price", type: "number", required, description: "Price of the product." },
  { name: "final_price", type: "number", required: false, description: "Price after a reduction; else it is price." }
]

const productFields: ReadonlyArray<Parameter> = [
  { name: "quantity", type: "int", required: false, description: "The stock; left out of a new product it is null." },
  { name: "unlimited", type: "flag", required: false, description: "1 where the product is sold without end." },
  { name: "description", type: "string", required: false, description: "Description of the product." },
  { name: "brandUID", type: "int", required: false, description: "The product's brand." },
  { name: "categories[]", type: "int", list: true, required: false, description: "The product's categories." },
  { name: "tags", type: "commaList", required: false, description: "The product's tags." },
  { name: "tax_profile", type: "string", required: false, description: "The product's tax profile." },
  { name: "image_id", type: "string", required: false, description: "The product's main image, one of the gallery." },
  { name: "gallery[]", type: "string", list: true, required: false, description: "The product's further images." },
  { name: "seo_title", type: "string", required: false, description: "Title for search engines." },
  { name: "seo_description", type: "string", required: false, description: "Description for search engines." },
  { name: "seo_keywords", type: "string", required: false, description: "Keywords for search engines." },
  { name: "attributes[<id>]", type: "string", required: false, description: "Value of a custom product attribute." },
  { name: "variants[n][sku]", type: "string", required: false, description: "SKU of a variant, unique in the shop." },
  { name: "variants[n][quantity]", type: "int", required: false, description: "Stock of a variant." },
  { name: "variants[n][superkey]", type: "string", required: false, description: "Superkey of a variant." },
  {
    name: "variants[n][price]",
    type: "number",
    required: false,
    description: "Price of a variant; else the parent's."
  },
  {
    name: "variants[n][attributes][<key>]",
    type: "string",
    required: false,
    description: "Value of a variant's attribute, such as its colour."
  }
]

const categoryFields: ReadonlyArray<Parameter> = [
  { name: "name", type: "string", required: true, description: "Name of the category." },
  { name: "parent", type: "int", required: false, description: "The category above it." },
  { name: "description", type: "string", required: false, description: "Description of the category." },
  { name: "seo_title", type: "string", required: false, description: "Title for search engines." },
  { name: "seo_description", type: "string", required: false, description: "Description for search engines." },
  { name: "seo_keywords", type: "string", required: false, description: "Keywords for search engines." },
  { name: "status", type: "flag", required: false, description: "1 where the category is active, else 0." }
]

const categoryUid: Parameter = { name: "uid", type: "int", required: true, description: "The category addressed." }

const customerGroup = ["id", "name", "label_color", "description", "metadata"]

const shop = [
  "id",
  "group_number",
  "name",
  "url",
  "timezone",
  "locale",
  "currency",
  "modules[]",
  "partner_owned",
  "transitions",
  "stock",
  "emails[]",
  "mail_customers",
  ...under("payments[]", ["id", "cost", "enabled"]),
  ...under("warehouse", ["name", "address"])
]

const shopSettings = (creating: boolean): ReadonlyArray<Parameter> => [
  { name: "name", type: "string", required: creating, description: "Name of the shop." },
  { name: "url", type: "url", required: false, description: "Address of the shop's site." },
  {
    name: "timezone",
    type: "string",
    required: false,
    ...(creating && { default: "Europe/Rome" }),
    description: "IANA time zone of the shop."
  },
  {
    name: "locale",
    type: "string",
    required: false,
    ...(creating && { default: "it_IT" }),
    description: "Default locale of the shop."
  },
  {
    name: "currency",
    type: "string",
    required: false,
    ...(creating && { default: "EUR" }),
    description: "Default currency of the shop."
  },
  {
    name: "modules[]",
    type: "string",
    list: true,
    required: false,
    values: ["b2b"],
    description: "Modules that the shop has."
  },
  { name: "partner_owned", type: "flag", required: false, description: "1 where a partner owns the shop." },
  {
    name: "transitions",
    type: "enum",
    required: false,
    ...(creating && { default: "any" }),
    values: ["any", "guarded"],
    description: "Which moves between order statuses are allowed."
  },
  {
    name: "stock",
    type: "enum",
    required: false,
    ...(creating && { default: "enforce" }),
    values: ["enforce", "track", "ignore"],
    description: "What an order does to the stock."
  },
  { name: "emails[]", type: "email", list: true, required: false, description: "The shop's notification addresses." },
  {
    name: "mail_customers",
    type: "flag",
    required: false,
    ...(creating && { default: 0 }),
    description: "1 where the shop writes to its customers."
  },
  {
    name: "payments[n][id]",
    type: "enum",
    required: false,
    values: ["bank_transfer", "cash_on_delivery", "credit_card", "paypal"],
    description: "A built-in payment method."
  },
  { name: "payments[n][cost]", type: "number", required: false, description: "Its extra cost; null for none." },
  { name: "payments[n][enabled]", type: "flag", required: false, description: "1 where the shop offers it." },
  { name: "warehouse[name]", type: "string", required: false, description: "Name of the shop's warehouse." },
  { name: "warehouse[address]", type: "string", required: false, description: "Address of the shop's warehouse." }
]

const personOf: ReadonlyArray<Parameter> = [
  { name: "shop", type: "string", required: true, description: "Id of the shop." },
  { name: "id", type: "string", required: false, description: "The customer, if email is not sent." },
  { name: "email", type: "string", required: false, description: "The person, if id is not sent." }
]
const ofShop: Parameter = { name: "shop", type: "string", required: true, description: "Id of the shop." }
const snapshotName: Parameter = { name: "name", type: "string", required: true, description: "The snapshot." }
const ofKey: Parameter = { name: "key", type: "string", required: true, description: "A key of the key set." }

const ledgerPage: ReadonlyArray<Parameter> = [
  { name: "limit", type: "int", required: false, default: 100, description: "How many entries at most." },
  { name: "cursor", type: "string", required: false, description: "Where the page before ended." }
]

const messageId: Parameter = { name: "id", type: "string", required: true, description: "The message." }

const message = [
  ...["id", "to", "subject", "text", "html", "reason", "state"],
  ...under("attempts[]", ["ts", "reply", "ok"]),
  ...["next_at", "ts"]
]

const delivery = [
  ...["id", "event", "webhook", "type", "orderID", "state"],
  ...under("attempts[]", ["ts", "status", "error", "ms", "answer"]),
  ...["next_at", "ts"]
]

const someWebhook: Parameter = {
  name: "webhook",
  type: "string",
  required: "conditional",
  when: "not marked as required, but nothing is addressed without it",
  description: "The webhook addressed."
}

/** What a fault on purpose chooses, and what it does. */
const fault: ReadonlyArray<Parameter> = [
  { name: "shop", type: "string", required: false, description: "The shop whose calls are chosen." },
  { name: "key", type: "string", required: false, description: "The key of the key set whose calls are chosen." },
  { name: "operation", type: "string", required: false, description: "The operation whose calls are chosen." },
  { name: "probability", type: "number", required: false, default: 1, description: "The share of the calls." },
  { name: "seed", type: "int", required: false, default: 0, description: "Makes the share repeatable." },
  { name: "nth", type: "int", required: false, description: "The number of the call." },
  { name: "status", type: "int", required: false, description: "The status of the refusal." },
  { name: "delay_ms", type: "int", required: false, description: "How long the call waits." },
  { name: "drop", type: "boolean", required: false, default: 0, description: "Whether the connection is closed." },
  {
    name: "when",
    type: "enum",
    required: false,
    default: "before",
    values: ["before", "after"],
    description: "Before or after the change."
  }
]

const ofTemplate: ReadonlyArray<Parameter> = [
  { name: "id", type: "int", required: true, description: "The email template addressed." },
  { name: "locale", type: "string", required: true, description: "Language of the text, such as en_US." }
]

/** Every operation that Bottega has beside the document's. */
export const companions: ReadonlyArray<Companion> = [
  {
    surface: "shop",
    area: "Store",
    method: "GET",
    path: "/store/info.json",
    stability: "stable",
    parameters: [
      {
        name: "nodes",
        type: "commaList",
        required: false,
        values: ["email", "status", "warehouse", "locale", "currency", "timezone"],
        description: "Further fields to show."
      }
    ],
    response: {
      shape: "object",
      keys: ["uid", "url", "store_name"],
      optional: ["email", "status", ...under("warehouse", ["name", "address"]), "locale", "currency", "timezone"]
    }
  },
  {
    surface: "shop",
    area: "Store",
    method: "GET",
    path: "/store/languages.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["active[]", "available[]"] }
  },
  {
    surface: "shop",
    area: "Store",
    method: "GET",
    path: "/store/overview.json",
    stability: "stable",
    parameters: [],
    response: {
      shape: "object",
      keys: [...under("domains[]", ["domain", "primary"]), ...under("redirects[]", ["from", "to"])]
    }
  },
  {
    surface: "shop",
    area: "Countries",
    method: "GET",
    path: "/countries/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: ["uid", "code", "name", ...under("states[]", ["uid", "code", "name"])] }
  },

  {
    surface: "shop",
    area: "Products",
    method: "GET",
    path: "/products/list.json",
    stability: "stable",
    parameters: productFilters,
    response: { shape: "array", keys: product, optional: productNodeKeys }
  },
  {
    surface: "shop",
    area: "Products",
    method: "GET",
    path: "/products/paginated_list.json",
    stability: "stable",
    parameters: [
      { name: "page", type: "int", required: false, description: "Which page, from 1." },
      { name: "limit", type: "int", required: false, default: 10, description: "How many products a page has." },
      ...productFilters
    ],
    response: { shape: "array", keys: product, optional: productNodeKeys }
  },
  {
    surface: "shop",
    area: "Products",
    method: "GET",
    path: "/products/product.json",
    stability: "stable",
    parameters: [productUid],
    response: {
      shape: "object",
      keys: [
        ...product,
        ...productNodeKeys,
        "sku",
        "attributes",
        "attributes.*",
        "stock_count",
        ...under("variants[]", ["sku", "quantity", "superkey", "price", "attributes", "attributes.*", "gallery[]"]),
        ...under("gallery[]", image),
        ...under("seo", ["title", "description", "keywords"])
      ]
    }
  },
  {
    surface: "shop",
    area: "Products",
    method: "POST",
    path: "/products/product.json",
    stability: "stable",
    parameters: [
      ...productIdentity(true),
      {
        name: "status",
        type: "flag",
        required: false,
        default: 1,
        description: "1 where the product is active, else 0."
      },
      ...productFields
    ],
    response: { shape: "object", keys: ["uid"] }
  },
  {
    surface: "shop",
    area: "Products",
    method: "PUT",
    path: "/products/product.json",
    stability: "stable",
    note: "Variants are merged by SKU.",
    parameters: [
      productUid,
      ...productIdentity(false),
      { name: "status", type: "flag", required: false, description: "1 where the product is active, else 0." },
      ...productFields,
      { name: "variants[n][delete]", type: "flag", required: false, description: "1 removes the variant of this SKU." }
    ],
    response: { shape: "object", keys: writeAnswer }
  },
  {
    surface: "shop",
    area: "Products",
    method: "DELETE",
    path: "/products/product.json",
    stability: "stable",
    parameters: [productUid],
    response: { shape: "object", keys: ["ok", "n", "err", "errmsg"] }
  },
  {
    surface: "shop",
    area: "Products",
    method: "GET",
    path: "/products/image.json",
    stability: "stable",
    parameters: [productUid],
    response: { shape: "object", keys: under("images[]", image) }
  },
  {
    surface: "shop",
    area: "Products",
    method: "POST",
    path: "/products/image.json",
    stability: "stable",
    parameters: [
      productUid,
      { name: "base64", type: "string", required: true, description: "The image's bytes in base64." },
      {
        name: "related",
        type: "flag",
        required: false,
        description: "1 adds it to the product's further images."
      }
    ],
    response: { shape: "object", keys: image }
  },

  {
    surface: "shop",
    area: "Categories",
    method: "GET",
    path: "/categories/list.json",
    stability: "stable",
    parameters: [],
    response: {
      shape: "array",
      keys: ["uid", "name", "parentUID", "parent", "description", ...under("seo", ["title", "description", "keywords"])]
    }
  },
  {
    surface: "shop",
    area: "Categories",
    method: "GET",
    path: "/categories/count.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["count"] }
  },
  {
    surface: "shop",
    area: "Categories",
    method: "POST",
    path: "/categories/category.json",
    stability: "stable",
    parameters: categoryFields,
    response: { shape: "object", keys: ["uid"] }
  },
  {
    surface: "shop",
    area: "Categories",
    method: "PUT",
    path: "/categories/category.json",
    stability: "stable",
    parameters: [categoryUid, ...categoryFields],
    response: { shape: "object", keys: ["ok", "err", "updatedExisting"] }
  },
  {
    surface: "shop",
    area: "Categories",
    method: "DELETE",
    path: "/categories/category.json",
    stability: "stable",
    parameters: [categoryUid],
    response: { shape: "object", keys: ["ok", "err", "updatedExisting"] }
  },

  {
    surface: "shop",
    area: "Pages",
    method: "PUT",
    path: "/pages/page.json",
    stability: "stable",
    parameters: [
      { name: "id", type: "string", required: true, description: "The page addressed." },
      { name: "title", type: "string", required: false, description: "Title of the page; url_path stays." },
      { name: "content", type: "string", required: false, description: "Content of the page, in HTML." },
      { name: "parent", type: "string", required: false, description: "The page above it; empty or null for none." }
    ],
    response: { shape: "object", keys: ["ok", "n", "nModified", "err", "errmsg", "updatedExisting"] }
  },

  {
    surface: "shop",
    area: "Webhooks",
    method: "PUT",
    path: "/webhook/webhook.json",
    stability: "stable",
    parameters: [
      { name: "id", type: "string", required: true, description: "The webhook addressed." },
      { name: "url", type: "url", required: false, description: "The address that is called." },
      { name: "type", type: "int", required: false, description: "What it is called for." },
      { name: "name", type: "string", required: false, description: "Name of the webhook." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },

  {
    surface: "shop",
    area: "Gallery",
    method: "POST",
    path: "/gallery/image.json",
    stability: "stable",
    parameters: [{ name: "base64", type: "string", required: true, description: "The image's bytes in base64." }],
    response: { shape: "object", keys: image }
  },
  {
    surface: "shop",
    area: "Gallery",
    method: "DELETE",
    path: "/gallery/image.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The image addressed." }],
    response: { shape: "object", keys: ["ok", "n", "err", "errmsg"] }
  },
  {
    surface: "shop",
    area: "Gallery",
    method: "GET",
    path: "/gallery/list.json",
    stability: "stable",
    throttle: "updates",
    parameters: [
      { name: "id", type: "string", required: false, description: "Only what this id names." },
      { name: "page", type: "int", required: false, description: "Which page." },
      { name: "limit", type: "int", required: false, default: 100, description: "How many images a page has." }
    ],
    response: { shape: "array", keys: image }
  },
  {
    surface: "shop",
    area: "Gallery",
    method: "GET",
    path: "/gallery/directories.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: [] }
  },

  {
    surface: "shop",
    area: "Customer groups",
    method: "GET",
    path: "/customergroup/list.json",
    stability: "stable",
    note: "metadata is an empty list where there is nothing in it.",
    parameters: [],
    response: { shape: "array", keys: customerGroup, optional: ["metadata.listing_id"] }
  },
  {
    surface: "shop",
    area: "Customer groups",
    method: "GET",
    path: "/customergroup/group.json",
    stability: "stable",
    note: "A list with one group in it.",
    parameters: [{ name: "id", type: "string", required: true, description: "The group addressed." }],
    response: { shape: "array", keys: customerGroup, optional: ["metadata.listing_id"] }
  },
  {
    surface: "shop",
    area: "Customer groups",
    method: "POST",
    path: "/customergroup/group.json",
    stability: "stable",
    parameters: [
      { name: "name", type: "string", required: true, description: "Name of the group." },
      { name: "description", type: "string", required: false, description: "What the group is for." },
      { name: "color", type: "string", required: false, description: "Colour of the group's label." }
    ],
    response: { shape: "object", keys: ["id"] }
  },

  {
    surface: "shop",
    area: "Checkout",
    method: "POST",
    path: "/checkout/quote.json",
    stability: "stable",
    parameters: [
      { name: "country", type: "string", required: true, description: "Country to ship to." },
      { name: "state", type: "string", required: false, description: "State to ship to." },
      { name: "postal_code", type: "string", required: false, description: "Postal code to ship to." },
      { name: "city", type: "string", required: false, description: "City to ship to." },
      { name: "items[n][sku]", type: "string", required: true, description: "SKU of an item." },
      { name: "items[n][quantity]", type: "int", required: true, description: "How many of the item." },
      { name: "items[n][price]", type: "number", required: false, description: "Unit price of the item." },
      { name: "currency", type: "string", required: false, description: "Currency of the prices." }
    ],
    response: { shape: "object", keys: under("options[]", ["endpoint", "id", "label", "cost", "eta"]) }
  },
  {
    surface: "shop",
    area: "Checkout",
    method: "GET",
    path: "/checkout/payment_redirect.json",
    stability: "stable",
    parameters: [orderID],
    response: { shape: "object", keys: ["redirect_url"] }
  },

  {
    surface: "shop",
    area: "Coupons",
    method: "POST",
    path: "/coupons/check.json",
    stability: "stable",
    note: "Every reason at once; nothing is claimed.",
    parameters: [
      { name: "code", type: "string", required: true, description: "Code of the coupon." },
      { name: "item_id[n][sku]", type: "string", required: true, description: "SKU of the item." },
      { name: "item_id[n][price]", type: "number", required: true, description: "Unit price of the item." },
      { name: "item_id[n][quantity]", type: "int", required: true, description: "How many of the item." },
      { name: "shipping_method", type: "string", required: false, description: "How it is shipped, any text." },
      { name: "shipping_cost", type: "number", required: false, description: "Cost of shipping, at least 0." },
      { name: "delivery_country", type: "string", required: false, description: "ISO code of the country." },
      { name: "delivery_state", type: "string", required: false, description: "State of the delivery." },
      { name: "billing_email", type: "email", required: false, description: "Email of the buyer." }
    ],
    response: { shape: "object", keys: ["usable", "amount", "reasons[]"] }
  },
  {
    surface: "shop",
    area: "Orders",
    method: "POST",
    path: "/orders/resendEmail.json",
    stability: "stable",
    parameters: [orderID],
    response: { shape: "object", keys: ["ok", "err"] }
  },

  // The operator's

  {
    surface: "control",
    area: "Shops",
    method: "GET",
    path: "/control/v1/shops/list.json",
    stability: "stable",
    parameters: [],
    response: { shape: "array", keys: shop }
  },
  {
    surface: "control",
    area: "Shops",
    method: "GET",
    path: "/control/v1/shops/shop.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The shop addressed." }],
    response: { shape: "object", keys: shop }
  },
  {
    surface: "control",
    area: "Shops",
    method: "POST",
    path: "/control/v1/shops/shop.json",
    stability: "stable",
    parameters: shopSettings(true),
    response: { shape: "object", keys: ["id", "group_number"] }
  },
  {
    surface: "control",
    area: "Shops",
    method: "PUT",
    path: "/control/v1/shops/shop.json",
    stability: "stable",
    parameters: [
      { name: "id", type: "string", required: true, description: "The shop addressed." },
      ...shopSettings(false)
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },

  {
    surface: "control",
    area: "Keys",
    method: "GET",
    path: "/control/v1/keys/list.json",
    stability: "stable",
    parameters: [ofShop],
    response: {
      shape: "array",
      keys: ["key", "shop", "instance", "permission", "label", "created_at", "expires_at", "revoked_at", "last_used_at"]
    }
  },
  {
    surface: "control",
    area: "Keys",
    method: "POST",
    path: "/control/v1/keys/key.json",
    stability: "stable",
    parameters: [
      ofShop,
      {
        name: "permission",
        type: "enum",
        required: true,
        values: ["read", "read-write"],
        description: "What the key set may do."
      },
      { name: "instance", type: "string", required: false, description: "The installation of the application." },
      { name: "label", type: "string", required: false, description: "A name to know the key set by." },
      { name: "expires_at", type: "string", required: false, description: "When it ends, ISO 8601 in UTC." },
      { name: "auth_url", type: "url", required: false, description: "Where the new pair is posted to." }
    ],
    response: { shape: "object", keys: ["key", "exchange", "instance", "permission", "delivered"] }
  },
  {
    surface: "control",
    area: "Keys",
    method: "DELETE",
    path: "/control/v1/keys/key.json",
    stability: "stable",
    parameters: [
      { name: "key", type: "string", required: true, description: "The pair addressed." },
      { name: "all", type: "flag", required: false, default: 0, description: "1 ends the key set with all its pairs." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Keys",
    method: "POST",
    path: "/control/v1/keys/rotate.json",
    stability: "stable",
    parameters: [
      { name: "key", type: "string", required: true, description: "The key set addressed." },
      { name: "overlap_seconds", type: "int", required: false, description: "How long the old pair stays valid." }
    ],
    response: { shape: "object", keys: ["key", "exchange"] }
  },

  {
    surface: "control",
    area: "Throttle",
    method: "GET",
    path: "/control/v1/keys/limits.json",
    stability: "stable",
    parameters: [ofKey],
    response: { shape: "array", keys: ["policy", "used", "limit", "resets_at"] }
  },
  {
    surface: "control",
    area: "Throttle",
    method: "PUT",
    path: "/control/v1/keys/limits.json",
    stability: "stable",
    parameters: [
      ofKey,
      {
        name: "policy",
        type: "enum",
        required: true,
        values: ["updates", "daily", "account"],
        description: "The policy whose count is set."
      },
      { name: "used", type: "int", required: true, description: "The calls that count from now." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },

  {
    surface: "control",
    area: "Orders",
    method: "POST",
    path: "/control/v1/orders/authorization.json",
    stability: "stable",
    parameters: [ofShop, orderID],
    response: { shape: "object", keys: ["authorization_code", "expires_at"] }
  },

  {
    surface: "control",
    area: "Webhooks",
    method: "GET",
    path: "/control/v1/webhooks/deliveries.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "webhook", type: "string", required: false, description: "Deliveries to this webhook." },
      { name: "orderID", type: "string", required: false, description: "Deliveries of events of this order." },
      { name: "event", type: "string", required: false, description: "Deliveries of this event." },
      {
        name: "state",
        type: "enum",
        required: false,
        values: ["pending", "waiting", "parked", "delivered", "dead"],
        description: "Deliveries in this state."
      },
      { name: "from", type: "unix", required: false, description: "Deliveries after this moment." },
      { name: "to", type: "unix", required: false, description: "Deliveries before this moment." },
      { name: "limit", type: "int", required: false, default: 100, description: "How many deliveries at most." },
      { name: "cursor", type: "string", required: false, description: "Where the page before ended." }
    ],
    response: {
      shape: "array",
      keys: delivery
    }
  },
  {
    surface: "control",
    area: "Webhooks",
    method: "POST",
    path: "/control/v1/webhooks/replay.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "webhook", type: "string", required: false, description: "Another webhook to send to." },
      {
        name: "delivery",
        type: "string",
        required: "conditional",
        when: "from and to are not given",
        description: "The delivery to send again."
      },
      {
        name: "from",
        type: "unix",
        required: "conditional",
        when: "delivery is not given",
        description: "Send again the deliveries after this moment."
      },
      {
        name: "to",
        type: "unix",
        required: "conditional",
        when: "delivery is not given",
        description: "Send again the deliveries before this moment."
      }
    ],
    response: { shape: "object", keys: ["replayed"] }
  },
  {
    surface: "control",
    area: "Webhooks",
    method: "POST",
    path: "/control/v1/webhooks/test.json",
    stability: "stable",
    parameters: [ofShop, { name: "webhook", type: "string", required: true, description: "The webhook addressed." }],
    response: { shape: "object", keys: ["ok", "status", "reason"] }
  },
  {
    surface: "control",
    area: "Webhooks",
    method: "POST",
    path: "/control/v1/webhooks/rotate.json",
    stability: "stable",
    parameters: [
      ofShop,
      someWebhook,
      { name: "overlap_seconds", type: "int", required: false, description: "How long the old secret signs too." }
    ],
    response: { shape: "object", keys: ["secret"] }
  },
  {
    surface: "control",
    area: "Webhooks",
    method: "PUT",
    path: "/control/v1/webhooks/webhook.json",
    stability: "stable",
    parameters: [
      ofShop,
      someWebhook,
      { name: "paused", type: "flag", required: false, description: "1 pauses it, 0 lets it go on." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },

  {
    surface: "control",
    area: "Inventory",
    method: "GET",
    path: "/control/v1/inventory/ledger.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "sku", type: "string", required: false, description: "Entries of this SKU." },
      ...ledgerPage
    ],
    response: {
      shape: "array",
      keys: ["sku", "delta", "quantity", "reason", "key", "orderID", "ts"],
      settled: { from: "decisions", keys: ["requestId", "by"] }
    }
  },
  {
    surface: "control",
    area: "Inventory",
    method: "GET",
    path: "/control/v1/inventory/levels.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "below", type: "int", required: false, description: "SKUs with less stock than this." },
      { name: "sku", type: "string", required: false, description: "Only SKUs that begin with this text." },
      ...ledgerPage
    ],
    response: { shape: "array", keys: ["sku", "uid", "title", "quantity", "unlimited"] }
  },
  {
    surface: "control",
    area: "Customers",
    method: "GET",
    path: "/control/v1/customers/consents.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "id", type: "string", required: false, description: "Entries of this customer." },
      ...ledgerPage
    ],
    response: {
      shape: "array",
      keys: ["id", "accept_marketing", "key", "ip", "ts"],
      settled: { from: "decisions", keys: ["requestId", "by"] }
    }
  },
  {
    surface: "control",
    area: "Customers",
    method: "GET",
    path: "/control/v1/customers/data.json",
    stability: "stable",
    parameters: personOf,
    response: { shape: "map", keys: ["[]"] }
  },
  {
    surface: "control",
    area: "Customers",
    method: "DELETE",
    path: "/control/v1/customers/data.json",
    stability: "stable",
    parameters: personOf,
    response: { shape: "object", keys: ["ok", "err", "orders", "removed", "pending"] }
  },
  {
    surface: "control",
    area: "Gift cards",
    method: "GET",
    path: "/control/v1/giftcards/ledger.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "userUID", type: "int", required: false, description: "Entries of this user." },
      ...ledgerPage
    ],
    response: {
      shape: "array",
      keys: ["userUID", "delta", "balance", "key", "ts"],
      settled: { from: "decisions", keys: ["requestId", "by"] }
    }
  },

  {
    surface: "control",
    area: "Session",
    method: "POST",
    path: "/control/v1/session.json",
    stability: "stable",
    parameters: [{ name: "code", type: "string", required: true, description: "What a link holds." }],
    response: { shape: "object", keys: ["person", "role", "shops[]"] }
  },
  {
    surface: "control",
    area: "Session",
    method: "GET",
    path: "/control/v1/session.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["person", "role", "shops[]"] }
  },
  {
    surface: "control",
    area: "Session",
    method: "DELETE",
    path: "/control/v1/session.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Session",
    method: "POST",
    path: "/control/v1/session/code.json",
    stability: "stable",
    parameters: [
      { name: "shop", type: "string", required: false, description: "The person's shop." },
      { name: "person", type: "string", required: false, description: "Who is to sign in." }
    ],
    response: { shape: "object", keys: ["code", "url", "expires_at"] }
  },
  {
    surface: "control",
    area: "Session",
    method: "POST",
    path: "/control/v1/session/link.json",
    stability: "stable",
    parameters: [{ name: "code", type: "string", required: true, description: "What an earlier link held." }],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "People",
    method: "GET",
    path: "/control/v1/people/list.json",
    stability: "stable",
    parameters: [ofShop],
    response: { shape: "array", keys: ["id", "email", "name", "role", "last_seen_at"] }
  },
  {
    surface: "control",
    area: "People",
    method: "POST",
    path: "/control/v1/people/person.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "email", type: "email", required: true, description: "The person's address." },
      {
        name: "name",
        type: "string",
        required: false,
        description: "The person's name; by default their email address."
      },
      { name: "role", type: "enum", required: true, values: ["owner", "reads"], description: "What they may do." }
    ],
    response: { shape: "object", keys: ["id", "url"] }
  },
  {
    surface: "control",
    area: "People",
    method: "DELETE",
    path: "/control/v1/people/person.json",
    stability: "stable",
    parameters: [ofShop, { name: "id", type: "string", required: true, description: "The person addressed." }],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Requests",
    method: "GET",
    path: "/control/v1/requests/list.json",
    stability: "stable",
    parameters: [
      { name: "shop", type: "string", required: false, description: "Requests to this shop." },
      { name: "key", type: "string", required: false, description: "Requests with this key set." },
      { name: "status", type: "int", required: false, description: "Requests answered with this HTTP status." },
      { name: "path", type: "string", required: false, description: "Requests of this path." },
      { name: "from", type: "unix", required: false, description: "Requests after this moment." },
      { name: "to", type: "unix", required: false, description: "Requests before this moment." },
      { name: "limit", type: "int", required: false, description: "How many requests at most." },
      { name: "cursor", type: "string", required: false, description: "Where the page before ended." }
    ],
    response: { shape: "array", keys: ["ts", "requestId", "shop", "key", "method", "path", "status", "ms", "ip"] }
  },
  {
    surface: "control",
    area: "Requests",
    method: "GET",
    path: "/control/v1/requests/request.json",
    stability: "stable",
    parameters: [ofShop, { name: "requestId", type: "string", required: true, description: "The request addressed." }],
    response: {
      shape: "object",
      keys: [
        "ts",
        "requestId",
        "shop",
        "key",
        "method",
        "path",
        "status",
        "ms",
        "ip",
        "headers",
        "headers.*",
        "body",
        "answer"
      ],
      settled: { from: "decisions", keys: ["query"] }
    }
  },
  {
    surface: "control",
    area: "Requests",
    method: "POST",
    path: "/control/v1/requests/replay.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "requestId", type: "string", required: true, description: "The request addressed." },
      { name: "key", type: "string", required: false, description: "The key set to send it with." },
      {
        name: "method",
        type: "enum",
        required: false,
        values: ["GET", "POST", "PUT", "DELETE"],
        description: "Another method."
      },
      { name: "path", type: "string", required: false, description: "Another path." },
      { name: "body", type: "string", required: false, description: "Another body." },
      {
        name: "same_key",
        type: "flag",
        required: false,
        default: 0,
        description: "Whether the idempotency key is the same."
      }
    ],
    response: { shape: "object", keys: ["status", "body", "requestId", "before", "before.status", "before.body"] }
  },
  {
    surface: "control",
    area: "Orders",
    method: "GET",
    path: "/control/v1/orders/log.json",
    stability: "stable",
    parameters: [ofShop, { name: "orderID", type: "string", required: true, description: "The order." }],
    response: { shape: "array", keys: ["eventId", "status", "ip", "ts", "iso_date", "requestId", "by"] }
  },
  {
    surface: "control",
    area: "Orders",
    method: "GET",
    path: "/control/v1/orders/days.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "from", type: "date", required: false, description: "The first day." },
      { name: "to", type: "date", required: false, description: "The last day." },
      { name: "last", type: "int", required: false, description: "How many days, the last of which is today." },
      { name: "status", type: "commaList", required: false, description: "Orders with one of these statuses." }
    ],
    response: { shape: "array", keys: ["day", "status", "orders", "turnover"] }
  },
  {
    surface: "control",
    area: "Search",
    method: "GET",
    path: "/control/v1/search.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "q", type: "string", required: true, description: "What to search for." },
      { name: "kinds", type: "commaList", required: false, description: "What to find." },
      { name: "limit", type: "int", required: false, default: 20, description: "How many entries at most." }
    ],
    response: { shape: "array", keys: ["kind", "id", "title", "detail"] }
  },
  {
    surface: "control",
    area: "Throttle",
    method: "GET",
    path: "/control/v1/throttle/policies.json",
    stability: "stable",
    note: "A policy has either window_seconds or leak_per_second.",
    parameters: [],
    response: {
      shape: "array",
      keys: ["name", "limit", "status", "endpoints[]"],
      optional: ["window_seconds", "leak_per_second"]
    }
  },
  {
    surface: "shop",
    area: "Email templates",
    method: "GET",
    path: "/emails/template.json",
    stability: "stable",
    parameters: ofTemplate,
    response: {
      shape: "object",
      keys: ["id", "type", "locale", "subject", "message", "built_in", "variables[]"]
    }
  },
  {
    surface: "shop",
    area: "Email templates",
    method: "DELETE",
    path: "/emails/template.json",
    stability: "stable",
    parameters: ofTemplate,
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Mail",
    method: "POST",
    path: "/control/v1/mail/preview.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "id", type: "int", required: true, description: "The email template addressed." },
      { name: "locale", type: "string", required: false, description: "Language of the text, such as en_US." },
      { name: "orderID", type: "string", required: false, description: "The order that the mail is about." }
    ],
    response: { shape: "object", keys: ["subject", "text", "html"] }
  },
  {
    surface: "control",
    area: "Real-time coupon and real-time shipping endpoints",
    method: "GET",
    path: "/control/v1/endpoints/list.json",
    stability: "stable",
    parameters: [ofShop],
    response: {
      shape: "array",
      keys: [...["id", "kind", "name", "url", "instance", "state", "failures", "last_status", "last_ms", "opened_at"]]
    }
  },
  {
    surface: "control",
    area: "Real-time coupon and real-time shipping endpoints",
    method: "POST",
    path: "/control/v1/endpoints/rotate.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "endpoint", type: "string", required: true, description: "The endpoint, of either kind." },
      {
        name: "overlap_seconds",
        type: "int",
        required: false,
        default: 86_400,
        description: "How long the old secret signs too."
      }
    ],
    response: { shape: "object", keys: ["secret"] }
  },
  {
    surface: "control",
    area: "Real-time coupon and real-time shipping endpoints",
    method: "PUT",
    path: "/control/v1/endpoints/endpoint.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "endpoint", type: "string", required: true, description: "The endpoint, of either kind." },
      { name: "paused", type: "flag", required: true, description: "1 pauses it, 0 lets it go on." }
    ],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Mail",
    method: "GET",
    path: "/control/v1/mail/list.json",
    stability: "stable",
    parameters: [
      ofShop,
      {
        name: "state",
        type: "enum",
        required: false,
        values: ["kept", "queued", "sent", "failed"],
        description: "Only messages in this state."
      },
      { name: "to", type: "email", required: false, description: "Only messages to this address." },
      { name: "orderID", type: "string", required: false, description: "Only messages about this order." },
      ...ledgerPage
    ],
    response: { shape: "array", keys: message }
  },
  {
    surface: "control",
    area: "Mail",
    method: "GET",
    path: "/control/v1/mail/message.json",
    stability: "stable",
    parameters: [ofShop, messageId],
    response: { shape: "object", keys: message }
  },
  {
    surface: "control",
    area: "Mail",
    method: "POST",
    path: "/control/v1/mail/resend.json",
    stability: "stable",
    parameters: [ofShop, messageId],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Follow",
    method: "GET",
    path: "/control/v1/follow.json",
    stability: "stable",
    parameters: [
      ofShop,
      { name: "topics", type: "commaList", required: false, description: "What is followed." },
      { name: "after", type: "string", required: false, description: "The place after which it goes on." },
      { name: "limit", type: "int", required: false, description: "It ends after so many entries." }
    ],
    response: {
      ...{ shape: "array", keys: ["id", "topic", "ts"] },
      settled: {
        from: "decisions",
        keys: ["after"],
        // Of an event, of a delivery, of a request and of a message.
        optional: [
          ...["type", "name", "instance", "orderID", "id_order", "status", "data", "replay"],
          ...under("delivery", delivery),
          ...under("request", ["ts", "requestId", "shop", "key", "method", "path", "status", "ms", "ip"]),
          ...under("mail", ["id", "to", "subject", "reason", "state"])
        ]
      }
    }
  },
  {
    surface: "control",
    area: "Faults",
    method: "GET",
    path: "/control/v1/faults/list.json",
    stability: "stable",
    parameters: [{ name: "shop", type: "string", required: false, description: "The shop whose faults are listed." }],
    response: {
      ...{ shape: "array", keys: ["id", ...fault.map(({ name }) => name), "hits"] },
      settled: { from: "decisions", keys: ["created"] }
    }
  },
  {
    surface: "control",
    area: "Faults",
    method: "POST",
    path: "/control/v1/faults/fault.json",
    stability: "stable",
    parameters: fault,
    response: { shape: "object", keys: ["id"] }
  },
  {
    surface: "control",
    area: "Faults",
    method: "DELETE",
    path: "/control/v1/faults/fault.json",
    stability: "stable",
    parameters: [{ name: "id", type: "string", required: true, description: "The fault addressed." }],
    response: { shape: "object", keys: ["ok", "err"] }
  },

  {
    surface: "control",
    area: "Installation",
    method: "GET",
    path: "/control/v1/status.json",
    stability: "stable",
    parameters: [{ name: "shop", type: "string", required: false, description: "The shop to count." }],
    response: {
      shape: "object",
      keys: [
        ...under("backup", ["at", "file"]),
        ...under("doctor", ["at", "faults"]),
        ...under("mail", ["queued", "oldest_at"]),
        ...under("deliveries", ["undelivered", "oldest_at", "broken"]),
        ...under("workers[]", ["name", "last_run_at"]),
        ...under("workers[].last_failure", ["at", "reason"]),
        "version",
        ...under("clock", ["now", "offset_seconds"])
      ],
      optional: [
        ...["mail.failed", "mail.kept", "mail.sent"],
        ...["deliveries.dead", "deliveries.paused", "deliveries.disabled"]
      ]
    }
  },
  {
    surface: "control",
    area: "Clock",
    method: "GET",
    path: "/control/v1/clock.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["now", "offset_seconds"] }
  },
  {
    surface: "control",
    area: "Clock",
    method: "PUT",
    path: "/control/v1/clock.json",
    stability: "stable",
    parameters: [
      { name: "at", type: "string", required: false, description: "What the clock shows then." },
      { name: "forward_seconds", type: "int", required: false, description: "How far it moves." }
    ],
    response: { shape: "object", keys: ["now", "offset_seconds"], optional: ["running[]"] }
  },
  {
    surface: "control",
    area: "Clock",
    method: "DELETE",
    path: "/control/v1/clock.json",
    stability: "stable",
    parameters: [],
    response: { shape: "object", keys: ["now", "offset_seconds"], optional: ["running[]"] }
  },

  {
    surface: "control",
    area: "Snapshots",
    method: "GET",
    path: "/control/v1/snapshots/list.json",
    stability: "stable",
    parameters: [ofShop],
    response: { shape: "array", keys: ["name", "at", "documents", "bytes"] }
  },
  {
    surface: "control",
    area: "Snapshots",
    method: "POST",
    path: "/control/v1/snapshots/snapshot.json",
    stability: "stable",
    parameters: [ofShop, snapshotName],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Snapshots",
    method: "DELETE",
    path: "/control/v1/snapshots/snapshot.json",
    stability: "stable",
    parameters: [ofShop, snapshotName],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Snapshots",
    method: "POST",
    path: "/control/v1/snapshots/restore.json",
    stability: "stable",
    parameters: [ofShop, snapshotName],
    response: { shape: "object", keys: ["ok", "err"] }
  },
  {
    surface: "control",
    area: "Snapshots",
    method: "POST",
    path: "/control/v1/snapshots/reset.json",
    stability: "stable",
    parameters: [ofShop],
    response: { shape: "object", keys: ["ok", "err"] }
  }
]
