/**
 * `/openapi.json`: the description of the API, with addresses that begin like the request's own. The text between the
 * addresses is kept once, plain and compressed, and every answer is assembled from it, so that a new `Host` costs
 * neither work nor memory.
 */
import { promisify } from "node:util"
import { constants, crc32, deflateRaw } from "node:zlib"
import { takesGzip } from "./asset.ts"
import { kept } from "./kept.ts"

/** The description's text in pieces; an address begins between two of them. */
export type Pieces = ReadonlyArray<string>

/** A body in parts, and its length in bytes. */
export interface Spliced {
  readonly parts: ReadonlyArray<Buffer>
  readonly bytes: number
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the description with this beginning of addresses, compressed if a header Accept-Encoding allows it. */
export const makeDescription = (
  make: () => Promise<Pieces>
): ((base: string, accepted: string | undefined) => Promise<Spliced>) => {
  const text = kept(async () => (await make()).map((piece) => Buffer.from(piece)))
  const compressed = kept(async () => Promise.all((await text()).map((piece) => deflate(piece, aligned))))
  return async (base, accepted) => {
    const address = Buffer.from(JSON.stringify(base).slice(1, -1))
    const plain = between(await text(), address)
    if (!takesGzip(accepted)) return splicedOf(plain, {})
    const parts = [gzipHeader, ...between(await compressed(), stored(address)), gzipEnd(plain)]
    return splicedOf(parts, { "content-encoding": "gzip" })
  }
}

const deflate = promisify(deflateRaw)
/** Ends on a byte boundary and refers to nothing before it, so that anything may follow. */
const aligned = { finishFlush: constants.Z_FULL_FLUSH }

const splicedOf = (parts: ReadonlyArray<Buffer>, headers: Spliced["headers"]): Spliced => ({
  parts,
  bytes: parts.reduce((sum, { length }) => sum + length, 0),
  headers: { "cache-control": "no-cache", vary: "accept-encoding", ...headers }
})

const between = (pieces: ReadonlyArray<Buffer>, address: Buffer): ReadonlyArray<Buffer> =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [address, piece]))

/** Bytes as a block of deflate that is not compressed (RFC 1951, 3.2.4). */
const stored = (bytes: Buffer): Buffer => {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(0xffff - bytes.length, 3)
  return Buffer.concat([header, bytes])
}

/** RFC 1952, 2.3: deflate, without a name or a time. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The last, empty block, and the check of a text. */
const gzipEnd = (plain: ReadonlyArray<Buffer>): Buffer => {
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  end.writeUInt32LE(
    plain.reduce((check, part) => crc32(part, check), 0),
    2
  )
  end.writeUInt32LE(plain.reduce((sum, { length }) => sum + length, 0) % 2 ** 32, 6)
  return end
}
