/**
 * Hands out the queued work of many shops in turn: one piece of each shop, then the next of each. So a shop with a long queue
 * delays the others by one piece at most.
 */

/** The work of one shop that waits for its turn. */
interface Line<Work> {
  readonly shop: string
  readonly work: Array<Work>
}

/** Work by its shop, in turn. */
export class TurnsOfShops<Work> {
  readonly #lines: Array<Line<Work>> = []

  /** The pieces of work that wait. */
  get size(): number {
    return this.#lines.reduce((sum, { work }) => sum + work.length, 0)
  }

  has(shop: string): boolean {
    return this.#lines.some((line) => line.shop === shop)
  }

  add(shop: string, work: ReadonlyArray<Work>): void {
    if (work.length === 0) return
    const line = this.#lines.find((one) => one.shop === shop)
    if (line === undefined) this.#lines.push({ shop, work: [...work] })
    else line.work.push(...work)
  }

  /** Forgets what waits of some shops. */
  drop(isOf: (shop: string) => boolean): void {
    for (let at = this.#lines.length - 1; at >= 0; at--) if (isOf(this.#lines[at]!.shop)) this.#lines.splice(at, 1)
  }

  /** The next piece of work of a shop that may go on; its shop then waits behind the others. */
  take(mayGoOn: (shop: string) => boolean): { readonly shop: string; readonly work: Work } | undefined {
    const at = this.#lines.findIndex(({ shop }) => mayGoOn(shop))
    if (at < 0) return undefined
    const [line] = this.#lines.splice(at, 1)
    const work = line!.work.shift()!
    if (line!.work.length > 0) this.#lines.push(line!)
    return { shop: line!.shop, work }
  }

  /** Further pieces of a shop's work, at most so many: for work that costs less together. */
  more(shop: string, count: number): ReadonlyArray<Work> {
    const at = this.#lines.findIndex((line) => line.shop === shop)
    if (at < 0) return []
    const { work } = this.#lines[at]!
    const taken = work.splice(0, count)
    if (work.length === 0) this.#lines.splice(at, 1)
    return taken
  }
}
