/** The deliveries that are being tried for receivers that failed. Each ends by itself; what has ended is committed together. */
import { maxCalls } from "../../outbound/call.ts"
import type { Tried } from "./recovery.ts"

/**
 * The calls that are made at the same time, of one receiver, of a shop and of all: half of what the process may make, because
 * first attempts must not wait for receivers that hang.
 */
const maxTried = 16
const maxTriedOfShop = 128
const maxTriedOfAll = maxCalls / 2

interface OfReceiver {
  /** Deliveries whose end is not committed yet. */
  readonly open: Set<string>
  readonly ended: Array<Tried>
}

/** The deliveries that one process tries. */
export class Trials {
  readonly #receivers = new Map<string, OfReceiver>()
  readonly #ofShops = new Map<string, number>()
  #open = 0

  /** The receivers with deliveries that are being tried. */
  get receivers(): number {
    return this.#receivers.size
  }

  /** Whether so many calls are in progress that receivers without one come first. */
  get isCrowded(): boolean {
    return this.#open >= maxTriedOfAll / 2
  }

  has(webhook: string): boolean {
    return this.#receivers.has(webhook)
  }

  isTried(webhook: string, id: string): boolean {
    return this.#receivers.get(webhook)?.open.has(id) ?? false
  }

  /** Whether an end waits to be committed. */
  hasEnded(webhook: string): boolean {
    return (this.#receivers.get(webhook)?.ended.length ?? 0) > 0
  }

  isBusy(isOf: (shop: string) => boolean): boolean {
    for (const shop of this.#ofShops.keys()) if (isOf(shop)) return true
    return false
  }

  /** The shops with as many calls as they may have, whose receivers wait although they are due. */
  get fullShops(): number {
    return [...this.#ofShops.values()].filter((open) => open >= maxTriedOfShop).length
  }

  /** How many deliveries of a shop's receiver may begin; a broken one is tried with one at a time. */
  places(shop: string, webhook: string, isBroken: boolean): number {
    const own = this.#receivers.get(webhook)?.open.size ?? 0
    const ofShop = maxTriedOfShop - (this.#ofShops.get(shop) ?? 0)
    return Math.max(0, Math.min((isBroken ? 1 : maxTried) - own, ofShop, maxTriedOfAll - this.#open))
  }

  begin(shop: string, webhook: string, id: string): void {
    const one = this.#receivers.get(webhook) ?? { open: new Set(), ended: [] }
    this.#receivers.set(webhook, one)
    one.open.add(id)
    this.#count(shop, 1)
  }

  /** Notes how an attempt ended; its place is free once that is committed. */
  end(webhook: string, tried: Tried): void {
    this.#receivers.get(webhook)?.ended.push(tried)
  }

  /** Takes what has ended since the last commit. */
  take(webhook: string): ReadonlyArray<Tried> {
    return this.#receivers.get(webhook)?.ended.splice(0) ?? []
  }

  /** Forgets deliveries whose ends are committed, or that are found again. */
  leave(shop: string, webhook: string, some: ReadonlyArray<{ readonly id: string }>): void {
    const one = this.#receivers.get(webhook)
    for (const { id } of some) if (one?.open.delete(id) === true) this.#count(shop, -1)
    if (one?.open.size === 0) this.#receivers.delete(webhook)
  }

  #count(shop: string, by: 1 | -1): void {
    this.#open += by
    const ofShop = (this.#ofShops.get(shop) ?? 0) + by
    if (ofShop === 0) this.#ofShops.delete(shop)
    else this.#ofShops.set(shop, ofShop)
  }
}
