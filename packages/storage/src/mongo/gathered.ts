/**
 * Sends the reads of single documents that begin in one turn of the event loop as one command: a union over their collections.
 * A command costs the driver and the server more than a document does.
 */
import { type Document, MongoServerError } from "mongodb"
import type { Layout } from "./documents.ts"
import { isWorthAnotherTry } from "./errors.ts"
import type { MongoQuery } from "./filters.ts"
import type { Read } from "./rows.ts"

/** A read of a few documents that are named by their keys or by values of a unique lookup. */
export interface PointRead {
  readonly layout: Layout
  readonly question: Omit<MongoQuery, "sort">
  /** The number of keys or values. */
  readonly values: number
  /** The same read as a command of its own. */
  readonly alone: () => Promise<ReadonlyArray<Read>>
}

interface Waiting extends PointRead {
  readonly resolve: (found: ReadonlyArray<Read> | Promise<ReadonlyArray<Read>>) => void
  readonly reject: (error: unknown) => void
}

/** The reads of one database. */
export class GatheredReads {
  #waiting: Array<Waiting> = []
  /** Until the server refuses one, and answers each of its reads. */
  #takesUnions = true

  /** The documents that a read finds, in any order; the command is sent after this call. */
  read(point: PointRead): Promise<ReadonlyArray<Read>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#send())
      this.#waiting.push({ ...point, resolve, reject })
    })
  }

  #send(): void {
    const all = this.#waiting
    this.#waiting = []
    for (const together of this.#takesUnions ? split(all) : all.map((one) => [one])) void this.#sendTogether(together)
  }

  async #sendTogether(points: ReadonlyArray<Waiting>): Promise<void> {
    if (points.length > 1)
      try {
        const found = await foundBy(points)
        for (const [at, { resolve }] of points.entries()) resolve(found[at]!)
        return
      } catch (error) {
        if (!(error instanceof MongoServerError) || isWorthAnotherTry(error)) {
          for (const { reject } of points) reject(error)
          return
        }
        // A server that answers each of the reads does not know unions.
        const found = points.map(({ alone }) => alone())
        for (const [at, { resolve }] of points.entries()) resolve(found[at]!)
        this.#takesUnions = (await Promise.allSettled(found)).some(({ status }) => status === "rejected")
        return
      }
    for (const { alone, resolve } of points) resolve(alone())
  }
}

/** Groups of reads of which each finds a bounded number of documents. */
const split = (points: ReadonlyArray<Waiting>): ReadonlyArray<ReadonlyArray<Waiting>> => {
  const groups: Array<Array<Waiting>> = []
  let documents = Number.POSITIVE_INFINITY
  for (const point of points) {
    documents += point.values
    if (documents > max.documents || groups.at(-1)!.length === max.reads) {
      groups.push([])
      documents = point.values
    }
    groups.at(-1)!.push(point)
  }
  return groups
}

/** What each read finds. Only the first one can name its index, and the others do not need to: each finds a unique value. */
const foundBy = async (points: ReadonlyArray<PointRead>): Promise<ReadonlyArray<ReadonlyArray<Read>>> => {
  const [first, ...rest] = points
  const pipeline = [
    ...pipelineOf(first!, 0),
    ...rest.map((point, at) => ({
      $unionWith: { coll: point.layout.kept.collectionName, pipeline: pipelineOf(point, at + 1) }
    }))
  ]
  const options = { hint: first!.question.hint, batchSize: max.documents + 1 }
  const all = points.map((): Array<Read> => [])
  for (const { read, ...found } of await first!.layout.kept.aggregate<Found>(pipeline, options).toArray())
    all[read]!.push(found)
  return all
}

interface Found extends Read {
  readonly read: number
}

const pipelineOf = ({ question: { filter } }: PointRead, read: number): ReadonlyArray<Document> => [
  { $match: filter },
  { $project: { version: 1, doc: 1, read: { $literal: read } } }
]

/** The reads of a command, and the documents that they ask for. */
const max = { reads: 16, documents: 50 }
