/**
 * A sorted list. Its items lie in blocks, so that adding or removing one costs the size of a block and finding a place
 * is two binary searches.
 */

/** A list sorted by `compare`; no two of its items compare equal. */
export class Sorted<Item> {
  readonly #compare: (one: Item, other: Item) => number
  #blocks: Array<Array<Item>> = []
  #size = 0

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare
  }

  /** How many items there are. */
  get size(): number {
    return this.#size
  }

  /** The first item, if there is any. */
  get first(): Item | undefined {
    return this.#blocks[0]?.[0]
  }

  /** The last item, if there is any. */
  get last(): Item | undefined {
    return this.#blocks.at(-1)?.at(-1)
  }

  /** Inserts an item in order. */
  add(item: Item): void {
    const blocks = this.#blocks
    this.#size++
    const final = blocks[blocks.length - 1]
    if (final === undefined) this.#blocks = [[item]]
    // Items added in ascending order cost one comparison each.
    else if (this.#compare(final[final.length - 1]!, item) < 0) this.#put(blocks.length - 1, final.length, item)
    else {
      const at = this.#block((other) => this.#compare(other, item) < 0)
      this.#put(
        at,
        first(blocks[at]!, (other) => this.#compare(other, item) < 0),
        item
      )
    }
  }

  /** Removes the item that compares equal; does nothing if there is none. */
  remove(item: Item): void {
    const at = this.#block((other) => this.#compare(other, item) < 0)
    const block = this.#blocks[at]
    if (block === undefined) return
    const within = first(block, (other) => this.#compare(other, item) < 0)
    if (within === block.length || this.#compare(block[within]!, item) !== 0) return
    block.splice(within, 1)
    this.#size--
    if (block.length === 0) this.#blocks.splice(at, 1)
  }

  /**
   * Passes the items of a range to `visit` in order until it returns false. `place` compares an item with the range:
   * negative before it, 0 within it, positive after it.
   */
  walk(place: (item: Item) => number, descending: boolean, visit: (item: Item) => boolean): void {
    if (descending) this.#backward(place, visit)
    else this.#forward(place, visit)
  }

  /** How many items a range has, counted block by block up to `enough`. */
  count(place: (item: Item) => number, enough: number): number {
    const before = (item: Item) => place(item) < 0
    const within = (item: Item) => place(item) <= 0
    let count = 0
    for (let at = this.#block(before); at < this.#blocks.length && count < enough; at++) {
      const block = this.#blocks[at]!
      const end = within(block[block.length - 1]!) ? block.length : first(block, within)
      count += end - (before(block[0]!) ? first(block, before) : 0)
      if (end < block.length) break
    }
    return count
  }

  #forward(place: (item: Item) => number, visit: (item: Item) => boolean): void {
    const before = (item: Item) => place(item) < 0
    let at = this.#block(before)
    let within = at < this.#blocks.length ? first(this.#blocks[at]!, before) : 0
    for (; at < this.#blocks.length; at++, within = 0) {
      const block = this.#blocks[at]!
      for (; within < block.length; within++) {
        const item = block[within]!
        if (place(item) > 0 || !visit(item)) return
      }
    }
  }

  #backward(place: (item: Item) => number, visit: (item: Item) => boolean): void {
    const within = (item: Item) => place(item) <= 0
    let at = Math.min(this.#block(within), this.#blocks.length - 1)
    let below = at < 0 ? -1 : first(this.#blocks[at]!, within) - 1
    for (; at >= 0; at--, below = at < 0 ? -1 : this.#blocks[at]!.length - 1) {
      const block = this.#blocks[at]!
      for (; below >= 0; below--) {
        const item = block[below]!
        if (place(item) < 0 || !visit(item)) return
      }
    }
  }

  // Short lists are numerous, so they get no spare room; neither does a full block.
  #put(at: number, within: number, item: Item): void {
    const blocks = this.#blocks
    const block = blocks[at]!
    if (block.length < short) blocks[at] = block.toSpliced(within, 0, item)
    else if (within === block.length) block.push(item)
    else block.splice(within, 0, item)
    if (block.length < size) return
    // A list that grows at its end leaves full blocks behind; any other block is halved.
    const half = at === blocks.length - 1 && within === block.length - 1 ? within : size >> 1
    blocks.splice(at, 1, block.slice(0, half), block.slice(half))
  }

  // The first block that is not entirely before the place.
  #block(before: (item: Item) => boolean): number {
    return first(this.#blocks, (block) => before(block[block.length - 1]!))
  }
}

const size = 256
const short = 16

const first = <Item>(items: ReadonlyArray<Item>, before: (item: Item) => boolean): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (before(items[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
