/**
 * A queue that is fair to shops and, within a shop, to its key sets. The one that used the least work recently goes first, so a
 * caller with many items in the queue delays only its own. It is start-time fair queueing (Goyal, Vin, Cheng 1996) on two levels,
 * and it reads no clock: what was used is forgotten as work goes on.
 */

/** The shop and the key set that work is done for. */
export interface Owner {
  readonly shop: string
  readonly keySet: string
  /** Its share, relative to that of others; 1 by default. */
  readonly weight?: number
}

/** An item in the queue. */
export interface Waiting<Item> {
  readonly owner: Owner
  readonly item: Item
  /** Items of one key set go in this order, and in the order in which they came where it is equal. */
  readonly order: number
}

/** Items that wait, each for its owner. Work is counted in any unit. */
export class FairQueue<Item> {
  readonly #shops: Round<Shop<Item>>
  readonly #lead: number
  #size = 0

  /** A caller that was idle recently goes first until it has used `lead` more than its share. */
  constructor(lead: number) {
    this.#lead = lead
    this.#shops = new Round(lead)
  }

  /** The number of items. */
  get size(): number {
    return this.#size
  }

  /** The number of shops and key sets that are remembered: those that wait, and those that used much lately. */
  get owners(): number {
    let owners = 0
    for (const { keySets } of this.#shops.members()) owners += 1 + keySets.known
    return owners
  }

  /** Adds an item behind those of its key set with the same order or a lower one. */
  add(owner: Owner, item: Item, order = 0): Waiting<Item> {
    const [shop, keySet] = this.#find(owner)
    const waiting = { owner, item, order }
    insert(keySet.items, waiting)
    if (keySet.items.length === 1) shop.keySets.join(owner.keySet, keySet)
    this.#shops.join(owner.shop, shop)
    this.#size++
    return waiting
  }

  /** Removes an item; false if it was removed or taken before. */
  withdraw(waiting: Waiting<Item>): boolean {
    const shop = this.#shops.get(waiting.owner.shop)
    const keySet = shop?.keySets.get(waiting.owner.keySet)
    const at = keySet?.items.indexOf(waiting) ?? -1
    if (at < 0) return false
    keySet!.items.splice(at, 1)
    this.#left(waiting.owner, shop!, keySet!)
    return true
  }

  /** Removes the item whose turn it is. */
  take(): Waiting<Item> | undefined {
    const shop = this.#shops.next()
    const keySet = shop?.keySets.next()
    const waiting = keySet?.items.shift()
    if (waiting === undefined) return undefined
    this.#left(waiting.owner, shop!, keySet!)
    return waiting
  }

  /** Counts work that was done for an owner. */
  spend(owner: Owner, work: number): void {
    const [shop, keySet] = this.#find(owner)
    const cost = work / (owner.weight ?? 1)
    this.#shops.spend(shop, cost)
    shop.keySets.spend(keySet, cost)
  }

  #find(owner: Owner): [Shop<Item>, KeySet<Item>] {
    const shop = this.#shops.find(owner.shop, () => new Shop<Item>(this.#lead))
    return [shop, shop.keySets.find(owner.keySet, () => new KeySet<Item>())]
  }

  #left({ keySet: name, shop: id }: Owner, shop: Shop<Item>, keySet: KeySet<Item>): void {
    this.#size--
    if (keySet.items.length === 0) shop.keySets.leave(name)
    if (!shop.keySets.isWaiting) this.#shops.leave(id)
  }
}

/** Puts an item behind all of its order or a lower one; most come last. */
const insert = <Item>(items: Array<Waiting<Item>>, waiting: Waiting<Item>): void => {
  let [low, high] = [0, items.length]
  if (high === 0 || items[high - 1]!.order <= waiting.order) low = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (items[middle]!.order <= waiting.order) low = middle + 1
    else high = middle
  }
  items.splice(low, 0, waiting)
}

/** A member of a round. */
class Member {
  /** The virtual time at which its use equals its share. */
  used = 0
}

class KeySet<Item> extends Member {
  readonly items: Array<Waiting<Item>> = []
}

class Shop<Item> extends Member {
  readonly keySets: Round<KeySet<Item>>
  constructor(lead: number) {
    super()
    this.keySets = new Round(lead)
  }
}

/** Members that take turns. Its time is virtual: it follows the use of the member whose turn it is. */
class Round<M extends Member> {
  readonly #lead: number
  readonly #known = new Map<string, M>()
  /** The waiting members; among equal ones the first goes first. */
  readonly #waiting = new Map<string, M>()
  #now = 0
  #maxUsed = 0
  #sweepAt = maxKnown

  constructor(lead: number) {
    this.#lead = lead
  }

  get known(): number {
    return this.#known.size
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  members(): Iterable<M> {
    return this.#known.values()
  }

  get(name: string): M | undefined {
    return this.#known.get(name)
  }

  find(name: string, make: () => M): M {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (this.#known.size >= this.#sweepAt) this.#sweep()
    const made = make()
    this.#known.set(name, made)
    return made
  }

  join(name: string, member: M): void {
    // Work that was done while nobody waited delayed nobody, so it counts only as far as others used less.
    if (!this.isWaiting) this.#now = Math.max(this.#now, this.#maxUsed)
    if (!this.#waiting.has(name)) this.#waiting.set(name, member)
  }

  leave(name: string): void {
    this.#waiting.delete(name)
  }

  /** The one that used the least, which is then moved behind its equals. */
  next(): M | undefined {
    let [name, next]: [string, M | undefined] = ["", undefined]
    for (const [other, member] of this.#waiting)
      if (next === undefined || this.#of(member) < this.#of(next)) [name, next] = [other, member]
    if (next === undefined) return undefined
    this.#waiting.delete(name)
    this.#waiting.set(name, next)
    this.#now = Math.max(this.#now, next.used)
    return next
  }

  spend(member: M, cost: number): void {
    member.used = this.#of(member) + cost
    this.#maxUsed = Math.max(this.#maxUsed, member.used)
    // Time passes for waiting members too, so that no number of newcomers can hold them back for ever.
    this.#now += cost / maxEqual
  }

  #of({ used }: M): number {
    return Math.max(used, this.#now - this.#lead)
  }

  /** Forgets those that used less than most: they are newcomers again. */
  #sweep(): void {
    for (const [name, { used }] of this.#known)
      if (!this.#waiting.has(name) && used <= this.#now) this.#known.delete(name)
    this.#sweepAt = Math.max(maxKnown, 2 * this.#known.size)
  }
}

/** Members that a round remembers before it forgets those that need no memory. */
const maxKnown = 1000

/** Waiting members are served at the latest when they would be if this many members shared all work equally. */
const maxEqual = 64
