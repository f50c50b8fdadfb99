/**
 * Maps the ids of a recording to those of the run in which it is played. Ids that are texts are unique by themselves; numbers are
 * known with the kind of what they name.
 */
import type { Shape } from "@bottega/domain/contract"

/** What may be an id: a field that names a document, or whose name says so. */
export const idKindOf = (name: string, shape: Shape | undefined): string | undefined =>
  shape?.names ?? (/(?:^|[_$])u?id$|[a-z](?:UID|ID|Id)$|^(?:coupon_?code|instance)$/i.test(name) ? name : undefined)

/** An order's number is a text that counts up, and skips a number when the order is decided again because of another change. */
const counted = "short_id"

export class IdMap {
  readonly #texts = new Map<string, string>()
  readonly #numbers = new Map<string, number>()
  readonly #counted = new Map<string, string>()

  /** Learns a pair; false if the recorded id is known as another one. */
  learn(kind: string, recorded: string | number, played: string | number): boolean {
    if (typeof recorded === "number")
      return typeof played === "number" && learned(this.#numbers, `${kind} ${recorded}`, played)
    if (kind === counted) return learned(this.#counted, recorded, String(played))
    if (!isUnique(recorded)) return recorded === played
    return typeof played === "string" && learned(this.#texts, recorded, played)
  }

  /** Learns the cursors of a page, which are opaque. */
  page(recorded: string, played: string): void {
    learned(this.#texts, recorded, played)
  }

  /** The id of this run; any other text stays. */
  text(recorded: string): string {
    return this.#texts.get(recorded) ?? recorded
  }

  /** The number of this run. */
  number(kind: string, recorded: number): number {
    return this.#numbers.get(`${kind} ${recorded}`) ?? recorded
  }

  /** A text with the ids in it mapped. */
  within(recorded: string): string {
    return recorded.replace(/[\w-]{8,200}/g, (word) => this.text(word))
  }
}

/** The most ids that are learned; those after them are taken as they are. */
const maxIds = 200_000

const learned = <A>(map: Map<string, A>, recorded: string, played: A): boolean => {
  const known = map.get(recorded)
  if (known === undefined && map.size < maxIds) map.set(recorded, played)
  return known === undefined || known === played
}

/** Short texts, such as a SKU, name something, but are chosen by the caller. */
const isUnique = (text: string): boolean => text.length >= 8 && /^[\w-]+$/.test(text) && /\d/.test(text)
