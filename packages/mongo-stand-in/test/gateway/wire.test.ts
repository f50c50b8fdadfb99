import { BSON } from "bson"
import { assert, describe, it } from "vitest"
import { Frames, maxMessageBytes, read, readMessage, reply, written } from "../../src/gateway/wire.ts"

const head = (length: number, id: number, opCode: number): Buffer => {
  const bytes = Buffer.alloc(16)
  bytes.writeInt32LE(16 + length, 0)
  bytes.writeInt32LE(id, 4)
  bytes.writeInt32LE(opCode, 12)
  return bytes
}

const opMsg = (flags: number, ...sections: Array<Buffer>): Buffer => {
  const bits = Buffer.alloc(4)
  bits.writeInt32LE(flags)
  const body = Buffer.concat([bits, ...sections])
  return Buffer.concat([head(body.length, 7, 2013), body])
}

const command = (document: object): Buffer => Buffer.concat([Buffer.from([0]), BSON.serialize(document)])

const sequence = (name: string, ...documents: Array<object>): Buffer => {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((document) => BSON.serialize(document))])
  const start = Buffer.alloc(5, 1)
  start.writeInt32LE(4 + content.length, 1)
  return Buffer.concat([start, content])
}

describe("frames", () => {
  const messages = [
    opMsg(0, command({ ping: 1 })),
    opMsg(0, command({ find: "x".repeat(999) })),
    opMsg(0, command({ a: 1 }))
  ]
  const stream = Buffer.concat(messages)

  it("are complete, whatever pieces they arrive in", () => {
    for (const size of [1, 2, 3, 17, 100, stream.length]) {
      const frames = new Frames()
      const found: Array<Buffer> = []
      for (let at = 0; at < stream.length; at += size) found.push(...frames.take(stream.subarray(at, at + size)))
      assert.deepStrictEqual(found, messages, `pieces of ${size}`)
    }
  })

  it("of impossible size are refused", () => {
    const size = (bytes: number) => {
      const frame = head(0, 1, 2013)
      frame.writeInt32LE(bytes, 0)
      return frame
    }
    for (const bytes of [0, 15, -1, maxMessageBytes + 1])
      assert.throws(() => new Frames().take(size(bytes)), RangeError)
  })
})

describe("a message", () => {
  it("has its command, decoded and as bytes", () => {
    const document = { insert: "docs", n: 2 ** 53 - 1, long: 2n ** 62n, $db: "shop" }
    const message = readMessage(opMsg(0, command(document)))
    assert.deepStrictEqual(message.command, document)
    assert.deepStrictEqual(read(message.bytes), document)
    assert.deepStrictEqual([message.id, message.answered, message.sequence], [7, true, undefined])
  })

  it("has its document sequence, before or after the command", () => {
    const beside = sequence("documents", { _id: 1 }, { _id: 2 })
    for (const sections of [
      [command({ insert: "a" }), beside],
      [beside, command({ insert: "a" })]
    ]) {
      const message = readMessage(opMsg(0, ...sections))
      assert.deepStrictEqual(message.command, { insert: "a" })
      assert.deepStrictEqual(message.sequence, Buffer.concat([BSON.serialize({ _id: 1 }), BSON.serialize({ _id: 2 })]))
    }
  })

  it("can have a checksum, and can expect no answer", () => {
    const message = readMessage(opMsg(1 | 2, command({ ping: 1 }), Buffer.alloc(4, 9)))
    assert.deepStrictEqual([message.command, message.answered], [{ ping: 1 }, false])
  })

  it("as OP_QUERY names its database before the command", () => {
    const name = Buffer.from("admin.$cmd\0")
    const body = Buffer.concat([Buffer.alloc(4), name, Buffer.alloc(8), BSON.serialize({ isMaster: 1 })])
    const message = readMessage(Buffer.concat([head(body.length, 3, 2004), body]))
    assert.deepStrictEqual(message.command, { isMaster: 1, $db: "admin" })
    const answer = reply(message, written({ ok: 1 }))
    assert.deepStrictEqual(
      [answer.readInt32LE(0), answer.readInt32LE(8), answer.readInt32LE(12)],
      [answer.length, 3, 1]
    )
    assert.deepStrictEqual(read(answer.subarray(36)), { ok: 1 })
  })

  it("is refused if it cannot be read", () => {
    assert.throws(() => readMessage(head(0, 1, 2012)), RangeError)
    assert.throws(() => readMessage(opMsg(0)), RangeError)
    assert.throws(() => readMessage(opMsg(0, Buffer.from([0, 255, 0, 0, 0]))), RangeError)
    assert.throws(() => readMessage(opMsg(0, Buffer.from([2, 5, 0, 0, 0, 0]))), RangeError)
  })
})

it("an answer has the id of its message", () => {
  const answer = reply(readMessage(opMsg(0, command({ ping: 1 }))), written({ ok: 1 }))
  assert.deepStrictEqual([answer.readInt32LE(8), answer.readInt32LE(12)], [7, 2013])
  assert.deepStrictEqual(readMessage(answer).command, { ok: 1 })
})
