/** Imports one shop of a file: tracks what was read, its faults, and what is committed. */
import { createHash } from "node:crypto"
import { type Adapter, bytes, installation, type Unavailable, type Write } from "@bottega/storage"
import { Effect, Result } from "effect"
import { type Import, maintenanceRecords } from "../collections.ts"
import { type Amount, amountOf } from "./amount.ts"
import { documentName, isShop, writeOf } from "./documents.ts"
import { Incoming, noted } from "./incoming.ts"
import { type Header, type Kept, type NotMovable, type Piece, parse, type Trailer } from "./lines.ts"
import { unlessOvertaken } from "./overtaken.ts"
import type { RawLine } from "./read.ts"
import { differences, fail, type Placed, refusal, sorted } from "./sentences.ts"
import { type FinishedImport, finishImport } from "./settle.ts"

/** An imported shop; it has a new group number if another shop of the store already has its own. */
export interface Imported extends FinishedImport, Amount {
  readonly shop: string
  /** The number of lines that an earlier run of the same import had committed. */
  readonly resumed: number
  /** Whether exactly this import had already been finished. */
  readonly already: boolean
  /** Whether the export had read the whole shop as of one instant. */
  readonly still: boolean
}

/** The progress of an earlier run. */
export interface EarlierRun {
  readonly record: Import
  readonly version: number
}

/** The limits of one commit: small enough for any store's transaction, and for requests to run in between. */
const maxStep = { documents: 500, bytes: 1024 * 1024 }
const maxWrongLines = 20

/** A shop that is being imported. */
export class ImportedShop {
  readonly #storage: Adapter
  readonly #header: Header
  readonly #hash = createHash("sha256")
  readonly #counts: Record<string, number> = {}
  readonly #wrong: Array<string> = []
  /** The installation's documents of the shop, which are committed last. */
  readonly #held: Array<Placed> = []
  readonly #before: Import | undefined
  #version: number
  #lines = 0
  #step = new Map<string, Placed>()
  readonly #incoming: Incoming
  #bytes = 0

  constructor(storage: Adapter, header: Header, before: EarlierRun | undefined, raw: RawLine) {
    this.#storage = storage
    this.#header = header
    this.#incoming = new Incoming(storage, header.shop)
    this.#before = before?.record
    this.#version = before?.version ?? 0
    this.#read(raw)
  }

  /** Imports a line; the last one gives the imported shop. */
  take(raw: RawLine, number: number): Effect.Effect<Imported | undefined, NotMovable | Unavailable> {
    const line = raw.cut ? cutOff : parse(textOf(raw))
    if (line._tag === "Piece") return this.#takePiece(line.piece, raw, number)
    if (this.#incoming.isBegun) this.#blame(number, "comes before the end of the bytes of the lines before it")
    if (line._tag === "Trailer") return this.#end(line.trailer, number)
    this.#read(raw)
    if (line._tag === "Kept") this.#keep(line.kept, raw, number)
    else this.#blame(number, line._tag === "Wrong" ? line.why : "begins another shop before this one has ended")
    if (this.#isOther) return this.#another(number)
    const full = this.#step.size >= maxStep.documents || this.#bytes >= maxStep.bytes
    return full && this.#wrong.length === 0 ? Effect.as(this.#flush(), undefined) : Effect.undefined
  }

  /** Removes bytes that are not complete. */
  discard(): Effect.Effect<void> {
    return this.#incoming.discard()
  }

  /** Fails because the file ended too early. */
  cut(number: number): Effect.Effect<never, NotMovable> {
    return fail(
      ...this.#wrong,
      `The file ends with line ${number}, before the end of the shop ${this.#header.shop}: it was cut off.`
    )
  }

  /** Whether an earlier run has already imported the line read last. */
  get #isKnown(): boolean {
    return this.#before !== undefined && (this.#before.done || this.#lines <= this.#before.lines)
  }

  /** Whether an earlier run imported other lines than those read so far. */
  get #isOther(): boolean {
    const before = this.#before
    return before?.done === false && this.#lines === before.lines && this.#digest() !== before.digest
  }

  #read({ bytes }: RawLine): void {
    this.#hash.update(bytes).update("\n")
    this.#lines++
  }

  #digest(): string {
    return this.#hash.copy().digest("hex")
  }

  #keep(kept: Kept, { bytes }: RawLine, number: number): void {
    const read = writeOf(kept, this.#header.shop)
    if (Result.isFailure(read)) {
      this.#blame(number, read.failure)
      return
    }
    const write = read.success
    this.#counts[kept.in] = (this.#counts[kept.in] ?? 0) + 1
    if (write.shop === installation) this.#held.push({ number, write })
    else if (!this.#isKnown) {
      const name = documentName(write)
      const twin = this.#step.get(name)
      if (twin !== undefined) this.#blame(number, `repeats the document ${name} of line ${twin.number}`)
      this.#step.set(name, { number, write })
      this.#bytes += bytes.length
    }
  }

  /** Imports a piece of bytes. The record counts complete bytes only, because another run begins incomplete ones again. */
  #takePiece(piece: Piece, raw: RawLine, number: number): Effect.Effect<undefined, NotMovable | Unavailable> {
    return Effect.gen({ self: this }, function* (): Effect.fn.Return<undefined, NotMovable | Unavailable> {
      const isSound = this.#wrong.length === 0
      if (isSound && !this.#incoming.isBegun) yield* this.#flush()
      this.#read(raw)
      if (piece.from === 0) this.#counts[counted] = (this.#counts[counted] ?? 0) + 1
      if (this.#isOther) return yield* this.#another(number)
      if (this.#isKnown || !isSound) return undefined
      const taken = yield* this.#incoming.take(piece)
      if (taken?.why !== undefined) this.#blame(number, taken.why)
      if (taken?.claim === undefined) return undefined
      yield* noted(this.#storage, taken.claim, this.#record(false))
      this.#version++
      return undefined
    })
  }

  #blame(number: number, why: string): void {
    if (this.#wrong.length < maxWrongLines) this.#wrong.push(`Line ${number} ${why}.`)
    else if (this.#wrong.length === maxWrongLines) this.#wrong.push("Further lines are wrong.")
  }

  #record(done: boolean): Write<Import> {
    const doc = { shop: this.#header.shop, lines: this.#lines, digest: this.#digest(), done }
    return { shop: installation, collection: maintenanceRecords.imports, key: doc.shop, expect: this.#version, doc }
  }

  #flush(): Effect.Effect<void, NotMovable | Unavailable> {
    const step = [...this.#step.values()]
    this.#step.clear()
    this.#bytes = 0
    if (step.length === 0) return Effect.void
    const record = this.#record(false)
    // The record comes first, so that it conflicts if another run of the import was faster.
    const attempt = this.#storage
      .commit([record, ...step.map(({ write }) => write)])
      .pipe(Effect.catchTags({ Stale: (stale) => refusal(stale, step), Taken: (taken) => refusal(taken, step) }))
    return Effect.tap(unlessOvertaken(this.#storage, record, attempt), () => Effect.sync(() => void this.#version++))
  }

  #another(number: number): Effect.Effect<never, NotMovable> {
    const { shop } = this.#header
    return fail(
      `An import of the shop ${shop} was begun with another file, which differs before line ${number}: finish it with that file, or start over with --restart.`
    )
  }

  #end({ counts, end, sha256 }: Trailer, number: number): Effect.Effect<Imported, NotMovable | Unavailable> {
    const { shop, still } = this.#header
    const before = this.#before
    const own = this.#held.filter(({ write }) => isShop(write))
    if (end !== shop) this.#blame(number, `ends the shop ${end}, and not ${shop}`)
    else if (JSON.stringify(sorted(counts)) !== JSON.stringify(sorted(this.#counts)))
      this.#blame(
        number,
        `has other counts than the documents before it: ${differences(counts, this.#counts).join(", ")}`
      )
    else if (this.#digest() !== sha256)
      this.#blame(number, "has a different digest than the lines before it: the file was changed")
    else if (own.length !== 1) this.#blame(number, "ends a shop without its own document")
    if (this.#wrong.length > 0) return fail(...this.#wrong)
    const resumed = Math.max(0, Math.min(before?.lines ?? 0, this.#lines) - 1)
    const done = { shop, ...amountOf(this.#counts), still, resumed }
    if (before?.done === true) {
      const { group_number, name } = own[0]!.write.doc
      return before.digest === sha256
        ? Effect.succeed({ ...done, name, group_number, already: true })
        : fail(`The store has a shop ${shop} already, and it came from another file.`)
    }
    if (before !== undefined && before.lines > this.#lines) return this.#another(number)
    const writes = this.#held.map(({ write }) => write)
    return this.#flush().pipe(
      Effect.andThen(Effect.suspend(() => finishImport(this.#storage, writes, this.#record(true)))),
      Effect.map((settled) => ({ ...done, ...settled, already: false }))
    )
  }
}

/** The name under which bytes are counted. */
const counted = bytes.contents.name

const cutOff = { _tag: "Wrong", why: "is cut off" } as const

const textOf = ({ bytes }: RawLine): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
