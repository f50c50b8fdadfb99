/**
 * Pages of texts outside the garbage-collected heap. A full page that nobody reads is packed with zstd, which shrinks it to a sixth;
 * reading one of its texts unpacks the whole page.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib"

/** How the texts of a page are encoded. */
export type Encoding = "latin1" | "utf8"

/** A buffer that is filled once, one text after the other; each text belongs to a `Row`. */
export class Page<Row = unknown> {
  readonly encoding: Encoding
  readonly size: number
  /** The rows that a table still contains; others leave a gap, or they and what readers derived from them would live on. */
  readonly rows: Array<Row | undefined> = []
  /** How many bytes are written, and how many of them belong to rows that a table still contains. */
  used = 0
  current = 0
  /** Whether it was read since it was last considered for packing. */
  isRead = false
  readonly #pages: PlainPages
  #plain: Buffer | undefined
  #packed: Buffer | undefined

  constructor(encoding: Encoding, size: number, pages: PlainPages) {
    this.encoding = encoding
    this.size = size
    this.#pages = pages
    this.#plain = Buffer.allocUnsafeSlow(size)
  }

  /** The bytes that it takes in memory. */
  get held(): number {
    return (this.#plain?.length ?? 0) + (this.#packed?.length ?? 0)
  }

  /** Its bytes; a packed page is unpacked. */
  get bytes(): Buffer {
    this.isRead = true
    return this.#plain ?? this.#unpacked(this.#packed!)
  }

  /** Packs a full page; false if that does not make it much smaller. Its bytes never change, so it is packed once. */
  pack(): boolean {
    this.#packed ??= zstdCompressSync(this.#plain!.subarray(0, this.used), { params: quick, chunkSize: this.size })
    // A chunk larger than the outcome would stay in memory with it.
    if (this.#packed.buffer.byteLength > this.#packed.length) this.#packed = ownBytes(this.#packed)
    const isSmaller = this.#packed.length * 2 < this.size
    if (isSmaller) this.#plain = undefined
    else this.#packed = undefined
    return isSmaller
  }

  #unpacked(packed: Buffer): Buffer {
    const plain = zstdDecompressSync(packed, { chunkSize: Math.max(this.used, 64), maxOutputLength: this.used })
    this.#plain = plain
    // This may pack it again.
    this.#pages.add(this)
    return plain
  }
}

const quick = { [constants.ZSTD_c_compressionLevel]: 1 }

const ownBytes = (bytes: Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** The full pages that are not packed, the one that was added first at the front. */
export class PlainPages {
  readonly #maxBytes: number
  readonly #pages = new Set<Page>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Adds a page, and packs others once there are too many; a page that was read since its last turn gets another one. */
  add(page: Page): void {
    this.#pages.add(page)
    this.#bytes += page.size
    for (let turns = 0; this.#bytes > this.#maxBytes && turns < maxTurns; turns++) {
      const first: Page = this.#pages.values().next().value!
      this.remove(first)
      if (first.isRead && turns < maxTurns - 1) this.#again(first)
      else first.pack()
    }
  }

  /** Forgets a page. */
  remove(page: Page): void {
    if (this.#pages.delete(page)) this.#bytes -= page.size
  }

  #again(page: Page): void {
    page.isRead = false
    this.#pages.add(page)
    this.#bytes += page.size
  }
}

/** The pages that are considered for each that is added; the last of them is packed whether it was read or not. */
const maxTurns = 8
