/** The model of customers and their groups, written from the specification. */
import { conflict, type Expected, invalid, notFound, success } from "./answers.ts"
import { hasSameTags, type Retag, type Tagging } from "./tagging.ts"

/** A customer; orders refer to it also after its removal. */
export interface Customer {
  readonly email: string
  fullname: string
  readonly registered: boolean
  phone: string
  tags: ReadonlyArray<string>
  custom_fields: Readonly<Record<string, string>>
  group: string | null
  accepts: boolean
  changed: boolean
  /** Its name, once an answer has shown its id. */
  name?: string
}
export interface NewCustomer {
  readonly fullname: string
  readonly email: string
  readonly register?: 0 | 1
}
export interface Renaming {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly phone?: string
}
export interface CustomerListing {
  readonly accountType?: "guest" | "registered"
  readonly nodes: string
  readonly limit?: number
}
export interface NewGroup {
  readonly name: string
  readonly description?: string
  readonly color?: string
}
/** The customers of a shop. */
export class Customers {
  readonly #customers = new Map<string, Customer>()
  readonly #consents: Array<{ readonly id: string; readonly accept_marketing: boolean; readonly customer: Customer }> =
    []
  readonly #groups = new Map<string, NewGroup>()
  /** How many customers' ids an answer has shown. */
  seen = 0

  /** How many groups were ever made. */
  get groups(): number {
    return this.#groups.size
  }

  create({ email, fullname, register = 0 }: NewCustomer): Expected {
    if (this.#customers.has(email.toLowerCase())) return conflict("duplicate", ["email"])
    return success({ client: { id: this.nameOf(this.#made(email, fullname, register === 1)) } })
  }

  /** The customer with an email address, made as a guest if there is none. */
  buyer(email: string, fullname: string): Customer {
    return this.#customers.get(email.toLowerCase()) ?? this.#made(email, fullname, false)
  }

  /** The name of a customer whose id an answer shows. */
  nameOf(customer: Customer): string {
    return (customer.name ??= `customer ${++this.seen}`)
  }

  read(email: string): Expected {
    const customer = this.#customers.get(email.toLowerCase())
    if (customer === undefined) return notFound
    const { fullname, phone } = customer
    return success({ ...{ email: customer.email, fullname, phone }, id: this.nameOf(customer), ...typeOf(customer) })
  }

  update({ first_name, id, last_name, phone }: Renaming): Expected {
    return this.#changed(id, (customer) => {
      const after = { fullname: `${first_name} ${last_name}`, phone: phone ?? customer.phone }
      const isSame = after.fullname === customer.fullname && after.phone === customer.phone
      return isSame ? undefined : after
    })
  }

  remove(id: string): Expected {
    const customer = this.#named(id)
    if (customer === undefined) return notFound
    this.#customers.delete(customer.email.toLowerCase())
    return success({ ok: 1, err: null })
  }

  acceptMarketing(id: string, accepts: boolean): Expected {
    return this.#changed(id, (customer) => {
      if (customer.accepts === accepts) return undefined
      this.#consents.unshift({ id, accept_marketing: accepts, customer })
      return { accepts }
    })
  }

  consents(id: string): Expected {
    const log = this.#consents.filter((one) => one.id === id)
    return success(
      log.map(({ accept_marketing, customer, id }) => ({
        ...{ id, accept_marketing, key: "<key>", ts: "<second>", requestId: "<request>", by: "<author>" },
        ip: this.#named(id) === customer ? "<ip>" : null
      }))
    )
  }

  setCustomFields(id: string, given: Customer["custom_fields"]): Expected {
    return this.#changed(id, ({ custom_fields }) => {
      const after = { ...custom_fields, ...given }
      for (const [name, value] of Object.entries(after)) if (value === "") delete after[name]
      return sameFields(custom_fields, after) ? undefined : { custom_fields: after }
    })
  }

  setGroup(id: string, group_id: string): Expected {
    const customer = this.#named(id)
    if (customer === undefined) return notFound
    const [before, after] = [customer.group, group_id === "" ? null : group_id]
    if (after !== null && !this.#groups.has(after)) return invalid(["group_id"])
    if (after !== before) Object.assign(customer, { group: after, changed: true })
    return success({ id, group: { before, after } })
  }

  /** Changes the tags of one customer. */
  tag({ email = "", id }: Tagging, retag: Retag): Expected {
    const customer = id === undefined ? this.#customers.get(lower(email)) : this.#named(id)
    return customer === undefined ? notFound : tagged([customer], retag)
  }

  /** Changes the tags of the customers with these addresses, or of all. */
  tagMany(email: ReadonlyArray<string>, retag: Retag): Expected {
    const named = new Set(email.map(lower))
    const found = [...this.#customers].filter(([address]) => email[0] === "*" || named.has(address))
    return tagged(
      found.map(([, customer]) => customer),
      retag
    )
  }

  /** The whole list by email address, regardless of its pages. */
  list({ accountType }: CustomerListing): Expected {
    const found = [...this.#customers.values()].filter(
      (one) => accountType === undefined || typeOf(one).accountType === accountType
    )
    return success(
      found.sort(byEmail).map((customer) => ({
        ...{ email: customer.email, fullname: customer.fullname, accept_marketing: customer.accepts },
        ...{ id: this.nameOf(customer), custom_fields: customer.custom_fields, ...typeOf(customer) },
        updated_at: customer.changed ? "<instant>" : null,
        group: customer.group === null ? null : { id: customer.group, name: this.#groups.get(customer.group)!.name }
      }))
    )
  }

  createGroup(group: NewGroup): Expected {
    const name = `group ${this.groups + 1}`
    this.#groups.set(name, group)
    return success({ id: name })
  }

  readGroup(id: string): Expected {
    const group = this.#groups.get(id)
    if (group === undefined) return notFound
    const { color = "", description = "", name } = group
    return success([{ id, name, label_color: color, description, metadata: [] }])
  }

  #made(email: string, fullname: string, registered: boolean): Customer {
    const nothing = { phone: "", tags: [], custom_fields: {}, group: null, accepts: false, changed: false }
    const customer = { email, fullname, registered, ...nothing }
    this.#customers.set(email.toLowerCase(), customer)
    return customer
  }

  #named(name: string): Customer | undefined {
    return [...this.#customers.values()].find((customer) => customer.name === name)
  }

  #changed(id: string, change: (customer: Customer) => Partial<Customer> | undefined): Expected {
    const customer = this.#named(id)
    if (customer === undefined) return notFound
    const after = change(customer)
    if (after !== undefined) Object.assign(customer, after, { changed: true })
    return success({ ok: 1, n: 1, nModified: after === undefined ? 0 : 1, err: null, updatedExisting: true })
  }
}

const tagged = (found: ReadonlyArray<Customer>, retag: Retag): Expected => {
  let nModified = 0
  for (const customer of found) {
    const after = retag(customer.tags)
    if (hasSameTags(after, customer.tags)) continue
    Object.assign(customer, { tags: after, changed: true })
    nModified++
  }
  return success({ ok: 1, err: null, nModified, n: found.length })
}

const sameFields = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
const lower = (text: string) => text.toLowerCase()
const typeOf = ({ registered }: Customer) => ({ accountType: registered ? "registered" : "guest" })
const byEmail = (one: Customer, other: Customer) => (lower(one.email) < lower(other.email) ? -1 : 1)
