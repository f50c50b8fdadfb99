/**
 * Determines whose share the work of a request counts against. A key set is known before its call is admitted only if its pair
 * was admitted before; all other callers are strangers, who share one part.
 */
import { nameOfPerson } from "@bottega/domain/areas/people"
import type { Owner } from "@bottega/storage"
import { matchesDigest } from "../ids.ts"
import { type Caller, type Credentials, type Identity, isOfShop } from "./identity.ts"

/** The operator, who counts as a shop with one key set. */
export const operator: Owner = { shop: "", keySet: "operator" }

/** A caller without credentials, or whose credentials are not known yet, by its network. */
export const strangerFrom = (network: string): Owner => ({ shop: "strangers", keySet: network })

/** The owner of an admitted call; `undefined` for a call without credentials. */
export const ownerOf = (caller: Identity): Owner | undefined => {
  if (typeof caller === "string") return caller === "operator" ? operator : undefined
  if (isOfShop(caller)) return { shop: caller.shop.id, keySet: caller.keySet.id }
  return { shop: caller.shop, keySet: nameOfPerson(caller.person.id) }
}

interface Known {
  readonly digest: string
  readonly owner: Owner
}

/**
 * The owners of pairs that were admitted. A pair that is no longer valid may still be among them; its calls are refused
 * at admission.
 */
export class Owners {
  readonly #tokenDigest: string | undefined
  readonly #known = new Map<string, Known>()

  constructor(tokenDigest: string | undefined) {
    this.#tokenDigest = tokenDigest
  }

  /** Remembers the owner of a pair whose caller was identified. */
  identified({ key = "" }: Credentials, caller: Caller): void {
    if (this.#known.has(key)) return
    const pair = caller.keySet.pairs.find((one) => one.key === key)
    if (pair === undefined) return
    if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(key, { digest: pair.digest, owner: ownerOf(caller)! })
  }

  /** The owner of these credentials, if it is known; a key with a wrong exchange has none. */
  find({ exchange, key, token }: Credentials): Owner | undefined {
    const known = key === undefined ? undefined : this.#known.get(key)
    if (known !== undefined && exchange !== undefined && matchesDigest(exchange, known.digest)) return known.owner
    const isOperator = token !== undefined && this.#tokenDigest !== undefined && matchesDigest(token, this.#tokenDigest)
    return isOperator ? operator : undefined
  }
}

const maxKnown = 10_000
