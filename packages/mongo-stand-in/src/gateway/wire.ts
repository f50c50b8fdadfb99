// The part of MongoDB's wire protocol that current drivers use without compression: OP_MSG, and OP_QUERY for the first
// handshake. https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
import { BSON, type Document } from "bson"

const header = 16
const opReply = 1
const opQuery = 2004
const opMsg = 2013
const checksumPresent = 1
const moreToCome = 2
const queryFlagsAndName = 4

/** The largest accepted message; `hello` announces it. */
export const maxMessageBytes = 48_000_000

/** One request. */
export interface Message {
  readonly id: number
  readonly opCode: number
  /** False if the sender expects no answer (write concern 0). */
  readonly answered: boolean
  /** The command, with 64-bit integers as bigint; its first key is the command's name. */
  readonly command: Document
  /** The command's bytes as received. */
  readonly bytes: Buffer
  /** The documents of a write that follow the command in the message, concatenated. */
  readonly sequence: Buffer | undefined
}

/** Splits a byte stream into messages. */
export class Frames {
  #pieces: Array<Buffer> = []
  #length = 0

  /** Returns the messages that this piece completes; throws if a message's size is impossible. */
  take(piece: Buffer): Array<Buffer> {
    this.#pieces.push(piece)
    this.#length += piece.length
    const frames: Array<Buffer> = []
    for (let size = this.#next(); size !== undefined; size = this.#next()) frames.push(this.#cut(size))
    return frames
  }

  /** The size of the first message, if it is complete. */
  #next(): number | undefined {
    if (this.#length < header) return undefined
    if (this.#pieces[0]!.length < 4) this.#join()
    const size = this.#pieces[0]!.readInt32LE(0)
    if (size < header || size > maxMessageBytes) throw new RangeError(`A message of ${size} bytes.`)
    return size <= this.#length ? size : undefined
  }

  #cut(size: number): Buffer {
    if (this.#pieces[0]!.length < size) this.#join()
    const whole = this.#pieces[0]!
    this.#length -= size
    if (whole.length === size) this.#pieces.shift()
    else this.#pieces[0] = whole.subarray(size)
    return whole.subarray(0, size)
  }

  #join(): void {
    this.#pieces = [Buffer.concat(this.#pieces)]
  }
}

/** Reads a message; throws for an operation that current drivers do not send. */
export const readMessage = (frame: Buffer): Message => {
  const opCode = frame.readInt32LE(12)
  const id = frame.readInt32LE(4)
  if (opCode === opMsg) return { id, opCode, ...sections(frame) }
  if (opCode !== opQuery) throw new RangeError(`The operation ${opCode}.`)
  const name = header + queryFlagsAndName
  const start = frame.indexOf(0, name) + 1 + 8
  const bytes = documentAt(frame, start)
  const [database] = frame.toString("utf8", name, frame.indexOf(0, name)).split(".")
  return { id, opCode, answered: true, command: { ...read(bytes), $db: database }, bytes, sequence: undefined }
}

const sections = (frame: Buffer): Pick<Message, "answered" | "command" | "bytes" | "sequence"> => {
  const flags = frame.readInt32LE(header)
  const end = frame.length - (flags & checksumPresent ? 4 : 0)
  const sequences: Array<Buffer> = []
  let bytes: Buffer | undefined
  for (let at = header + 4; at < end; ) {
    const kind = frame[at]
    const size = frame.readInt32LE(at + 1)
    if (size < 5 || at + 1 + size > end) throw new RangeError("A section longer than its message.")
    if (kind === 0) bytes = documentAt(frame, at + 1)
    else if (kind === 1) sequences.push(frame.subarray(frame.indexOf(0, at + 5) + 1, at + 1 + size))
    else throw new RangeError(`A section of kind ${kind}.`)
    at += 1 + size
  }
  if (bytes === undefined) throw new RangeError("A message without a command.")
  const sequence = sequences.length > 1 ? Buffer.concat(sequences) : sequences[0]
  return { answered: (flags & moreToCome) === 0, command: read(bytes), bytes, sequence }
}

const documentAt = (frame: Buffer, at: number): Buffer => frame.subarray(at, at + frame.readInt32LE(at))

/** Deserializes a document; 64-bit integers become bigint, so that none is rounded. */
export const read = (bytes: Uint8Array): Document => BSON.deserialize(bytes, { useBigInt64: true })

/** Serializes a document. */
export const written = (document: Document): Buffer => Buffer.from(BSON.serialize(document))

/** Frames the answer to a message. */
export const reply = (message: Message, body: Uint8Array): Buffer =>
  message.opCode === opMsg
    ? framed(opMsg, message.id, Buffer.from([0, 0, 0, 0, 0]), body)
    : framed(opReply, message.id, queryReply(), body)

/** OP_REPLY's fields: flags, no cursor, starting at document 0, one document. */
const queryReply = (): Buffer => {
  const fields = Buffer.alloc(20)
  fields.writeInt32LE(8, 0)
  fields.writeInt32LE(1, 16)
  return fields
}

let replies = 0

const framed = (opCode: number, answers: number, start: Buffer, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(header)
  head.writeInt32LE(header + start.length + body.length, 0)
  head.writeInt32LE((replies = (replies + 1) | 0), 4)
  head.writeInt32LE(answers, 8)
  head.writeInt32LE(opCode, 12)
  return Buffer.concat([head, start, body])
}
