/** Damages how a body is written: cuts it off, garbles it, or mislabels its type. */
import type { Chance } from "@bottega/service/demo"
import { disposition, type Encoded } from "./encoded.ts"
import { hostileTexts } from "./hostile.ts"

/** The same parameters, written or labelled wrongly. */
export const garbled = (encoded: Encoded, chance: Chance): Encoded => {
  const { query } = encoded
  const spoilt = chance.is(0.3) ? brokenOf(chance) : cutOf(encoded, chance)
  return {
    query: chance.is(0.8) ? query : `${query}&${chance.of(rawQueries)}`,
    body: spoilt.body,
    type: chance.is(0.6) ? spoilt.type : chance.of(types)
  }
}

interface Spoilt {
  readonly body: Buffer
  readonly type: string
}

const cutOf = ({ body = Buffer.alloc(0), type = "" }: Encoded, chance: Chance): Spoilt => {
  const at = chance.int(0, body.length)
  const noise = Buffer.from(chance.of(hostileTexts), chance.is(0.5) ? "utf8" : "latin1")
  const changed = chance.of([
    body,
    body.subarray(0, at),
    Buffer.concat([body.subarray(0, at), noise, body.subarray(at)]),
    Buffer.concat([body, body]),
    Buffer.concat([Buffer.from("\ufeff"), body])
  ])
  return { body: changed, type }
}

const brokenOf = (chance: Chance): Spoilt => {
  const text = chance.of(broken)
  const type = text.startsWith("--B")
    ? "multipart/form-data; boundary=B"
    : /^[{["n]/.test(text)
      ? "application/json"
      : "application/x-www-form-urlencoded"
  return { body: Buffer.from(text), type }
}

/** Content types of a body, right and wrong. */
const types: ReadonlyArray<string> = [
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  'application/json; charset="utf-8"',
  "a",
  ";",

  "application/x-www-form-urlencoded; charset=iso-8859-1",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "APPLICATION/JSON",

  `multipart/form-data; boundary=${"b".repeat(300)}`,
  'multipart/form-data; boundary="B"',
  "multipart/form-data; boundary=B",
  "application/json, text/plain",
  "application/octet-stream",
  "application/json"
]

/** Bodies that are malformed in particular ways. */
const broken: ReadonlyArray<string> = [
  "{",
  "[",
  '{"a":',
  '{"a":1,}',
  '{"a":01}',
  '"text"',
  "null",
  "[1,2]",
  '{"a":"\\ud800"}',
  '{"a":1}{"b":2}',
  '{"__proto__":{"a":1}}',

  "[".repeat(5000),
  '{"a":'.repeat(5000),
  `{"a":[${"1,".repeat(12_000)}1]}`,
  `{"a":"${"x".repeat(110_000)}"}`,
  `{"${"n".repeat(2000)}":1}`,

  `--B\r\n${disposition}"a"; filename="a"\r\n\r\nx`,
  `--B\r\n${disposition}"a"\r\n\r\n1\r\n--B--\r\n`,
  "--B\r\n\r\n\r\n--B--",
  "--B",
  "--B--\r\n",

  `--B\r\n${disposition}"a"; filename="a"\r\nContent-Type: x\r\n\r\nx\r\n--B\r\n${disposition}"a"; filename="b"\r\n\r\ny\r\n--B--\r\n`,

  `--B\r\n${"X-Header: 1\r\n".repeat(200)}\r\n1\r\n--B--\r\n`,
  `--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--\r\n`,

  `--B\r\n${disposition}"a[${"]".repeat(3000)}"\r\n\r\n1\r\n--B--\r\n`,
  "a".repeat(3000),
  "a=1&".repeat(11_000),
  "a[]=1&".repeat(3000),

  `tags=${"a,".repeat(11_000)}`,
  `${"[]".repeat(3000)}=1`,
  `a${"[b]".repeat(3000)}=1`,
  "a=%",
  "a=%c3%28",
  "=1&=2",
  "&&&&",
  "a=1;b=2"
]

/** Queries in unusual spellings. */
const rawQueries: ReadonlyArray<string> = [
  "%",
  "%00=1",
  "a[",
  "a[]]=1",
  "a%5B%5D=1",
  "a=%ff",
  "?",
  "a?b=1",
  "[]=1",
  "a".repeat(1200),
  "a=1#b",
  "cursor=W10"
]
