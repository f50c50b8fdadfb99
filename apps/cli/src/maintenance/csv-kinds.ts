/** What can be imported from CSV: the operation that makes each, and the headers that files usually have for its parameters. */
import { contract } from "@bottega/domain/areas"
import { fieldsOf } from "@bottega/domain/contract"

/** A kind of rows. */
export interface CsvKind {
  readonly name: string
  readonly area: "customers" | "products"
  /** The parameter that identifies a row, of which a file may have each value once. */
  readonly key: string
  readonly fields: ReadonlySet<string>
  /** Parameters by usual headers, in lower case and with single blanks. */
  readonly headers: Readonly<Record<string, string>>
  /** The parameters of which a file must have a column: one of each list. */
  readonly required: ReadonlyArray<ReadonlyArray<string>>
}

const namesOf = (area: CsvKind["area"]): ReadonlySet<string> =>
  new Set(fieldsOf(contract[area].create).map(({ name }) => name))

const products: CsvKind = {
  name: "products",
  area: "products",
  key: "code",
  fields: namesOf("products"),
  headers: {
    sku: "code",
    "product code": "code",
    "variant sku": "code",
    name: "title",
    "product name": "title",
    "regular price": "price",
    "list price": "price",
    "sale price": "final_price",
    "special price": "final_price",
    "final price": "final_price",
    stock: "quantity",
    qty: "quantity",
    "stock quantity": "quantity",
    inventory: "quantity",
    "body html": "description",
    tag: "tags",
    active: "status",
    published: "status",
    "category ids": "categories",
    "brand id": "brandUID",
    "unlimited stock": "unlimited"
  },
  required: [["code"], ["title"], ["price"]]
}

const customers: CsvKind = {
  name: "customers",
  area: "customers",
  key: "email",
  fields: namesOf("customers"),
  headers: {
    "e-mail": "email",
    "email address": "email",
    name: "fullname",
    "full name": "fullname",
    "first name": "first_name",
    "given name": "first_name",
    "last name": "last_name",
    surname: "last_name",
    "family name": "last_name",
    telephone: "phone",
    "phone number": "phone",
    "mobile phone": "mobile",
    street: "address",
    "street address": "address",
    "address 1": "address",
    address1: "address",
    town: "city",
    "postal code": "zip",
    "zip code": "zip",
    postcode: "zip",
    province: "state",
    "vat number": "tax_number",
    "tax id": "tax_number",
    notes: "note",
    web: "website"
  },
  required: [["email"], ["fullname", "first_name"]]
}

export const csvKinds: ReadonlyMap<string, CsvKind> = new Map([products, customers].map((kind) => [kind.name, kind]))
