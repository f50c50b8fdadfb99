/** Counts what a pull did with each kind of document, and keeps why documents were refused. */
import { shown } from "./given.ts"

/** A document that was not taken over. */
interface RefusedDocument {
  readonly document: string
  readonly why: string
}

/** What happened to one kind of document. */
export interface KindTally {
  /** Documents that the source has, as far as its lists were read. */
  source: number
  added: number
  changed: number
  removed: number
  refused: number
  /** The first refusals. */
  readonly refusals: Array<RefusedDocument>
  /** What else is to know, in sentences. */
  readonly notes: Array<string>
}

/** The refusals of a kind that a report names; the others are counted. */
const maxNamed = 100

export class Tallies {
  readonly byKind = new Map<string, KindTally>()

  /** The tally of a kind. */
  of(kind: string): KindTally {
    const known = this.byKind.get(kind)
    if (known !== undefined) return known
    const made: KindTally = { source: 0, added: 0, changed: 0, removed: 0, refused: 0, refusals: [], notes: [] }
    this.byKind.set(kind, made)
    return made
  }

  refuse(kind: string, document: string, why: string): void {
    const tally = this.of(kind)
    tally.refused++
    if (tally.refusals.length < maxNamed) tally.refusals.push({ document: shown(document), why: shown(why, 500) })
  }

  note(kind: string, sentence: string): void {
    const { notes } = this.of(kind)
    if (notes.length < maxNamed && !notes.includes(sentence)) notes.push(sentence)
  }
}
