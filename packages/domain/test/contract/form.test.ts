import { Schema } from "effect"
import fc from "fast-check"
import { assert, describe, it, vi } from "vitest"
import { withDefault } from "../../src/contract/defaults.ts"
import { emptyTree, format, type Node, type ParsedForm, parse, put } from "../../src/contract/form.ts"
import { parseJson } from "../../src/contract/json.ts"
import { maxDetails, maxPairs, Problems } from "../../src/contract/problems.ts"
import { reader } from "../../src/contract/reader.ts"
import { bodyOf, invalid } from "../../src/contract/refusals.ts"
import { aliases } from "../../src/contract/spellings.ts"
import {
  Amount,
  Bool,
  Commas,
  clearable,
  commaSeparated,
  Decimal,
  Flag,
  Html,
  Int,
  NonEmptyText,
  names,
  rule,
  ServiceID,
  spelt,
  Text,
  withUnderscore
} from "../../src/contract/values.ts"

const Item = Schema.Struct({ price: Amount, sku: NonEmptyText, options: Schema.optionalKey(Text) })
const Everything = Schema.Struct({
  limit: withDefault(Int, 10),
  "billing.email": Schema.optionalKey(Text),
  item_id: Schema.optionalKey(Schema.Array(Item)),
  tags: Schema.optionalKey(Commas),
  active: Schema.optionalKey(Flag),
  open: Schema.optionalKey(Bool),
  status: Schema.optionalKey(Schema.Literals([0, 3])),
  word: Schema.optionalKey(Schema.Literals(["a", "b"])),
  page: Schema.optionalKey(Html),
  parts: Schema.optionalKey(commaSeparated(Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  ratio: Schema.optionalKey(Decimal),
  reduced: Schema.optionalKey(Schema.NullOr(Amount)),
  locale: Schema.optionalKey(
    spelt(Text.check(rule("must be a locale", (text: string) => !text.includes("-"))), withUnderscore)
  ),
  attributes: Schema.optionalKey(clearable(Schema.Record(Schema.String, Text))),
  stage: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ quantity: Int }))),
  value: Schema.optionalKey(clearable(Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  orderID: Schema.optionalKey(Schema.Array(Text)),
  images: Schema.optionalKey(Schema.Array(names("images", ServiceID))),
  note: Schema.optionalKey(clearable(Text)),
  sku: Schema.optionalKey(Text),
  name: Schema.optionalKey(Text).pipe(Schema.annotateKey(aliases("rule_name")))
})
const { read: readInto, spell } = reader(Everything.ast)
const readAll = ({ problems, root }: ParsedForm) => {
  const value = readInto([root], problems)
  return { value, problems: problems.fault === undefined ? problems.details : [problems.fault], root }
}
const wire = (value: unknown) => new URLSearchParams(format(value)).toString()
const of = (form: string) => readAll(parse(form))
const ofJson = (json: unknown) => readAll(parseJson(typeof json === "string" ? json : JSON.stringify(json)))
const paths = (form: string) => of(form).problems.map(({ path }) => path)

describe("a reader returns the values that were sent", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 })
  const key = text.filter((name) => !/[[\]]/.test(name) && !["__proto__", "constructor", "prototype"].includes(name))
  // A decimal on the wire has at most twelve digits before the point; these have fifteen digits in all.
  const decimal = fc
    .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([n, e]) => n / 10 ** e + 0)
  const amount = decimal.map((n) => Math.abs(n))
  const given = fc.record(
    {
      limit: fc.integer(),
      "billing.email": text,
      item_id: fc.array(fc.record({ price: amount, sku: text, options: text }, { requiredKeys: ["price", "sku"] }), {
        minLength: 1,
        maxLength: 30
      }),
      tags: fc.array(fc.stringMatching(/^[a-z]+$/), { minLength: 1 }),
      active: fc.constantFrom(0, 1),
      open: fc.boolean(),
      ratio: decimal,
      stage: fc.dictionary(key, fc.record({ quantity: fc.integer() }, { noNullPrototype: true }), {
        minKeys: 1,
        noNullPrototype: true
      }),
      orderID: fc.array(text, { minLength: 1 }),
      note: fc.string()
    },
    { requiredKeys: ["limit"], noNullPrototype: true }
  )

  it("as a form", () => {
    fc.assert(
      fc.property(given, (value) => {
        const { problems, value: found } = of(wire(value))
        assert.deepStrictEqual({ found, problems }, { found: value, problems: [] } as never)
      })
    )
  })

  it("as JSON", () => {
    fc.assert(
      fc.property(given, (value) => {
        const { problems, value: found } = ofJson(value)
        assert.deepStrictEqual({ found, problems }, { found: value, problems: [] } as never)
      })
    )
  })
})

describe("lists", () => {
  it.each([
    "orderID[]=a&orderID[]=b",
    "orderID[0]=a&orderID[1]=b",
    "orderID=a&orderID=b",
    "orderID[9]=b&orderID[2]=a",
    "orderID=a&orderID[]=b"
  ])("%s", (form) => {
    assert.deepStrictEqual(of(form).value["orderID"], ["a", "b"])
  })
  it("of one value", () => assert.deepStrictEqual(of("orderID=a").value["orderID"], ["a"]))
  it("keep a value that is sent twice, and every index after a gap", () => {
    assert.deepStrictEqual(of("orderID[0]=a&orderID[0]=b&orderID[7]=a").value["orderID"], ["a", "b", "a"])
  })
  it("separated by commas are trimmed, lose empty parts, and may be sent as a list", () => {
    assert.deepStrictEqual(of("tags=a,%20b+,,c").value["tags"], ["a", "b", "c"])
    assert.deepStrictEqual(of("tags[]=a&tags[]=b,c").value["tags"], ["a", "b", "c"])
  })
  it("keep more than twenty items, and numeric and dotted keys", () => {
    const item_id = Array.from({ length: 250 }, (_, n) => ({ price: n, sku: `S.${n}` }))
    assert.deepStrictEqual(of(wire({ item_id })).value["item_id"], item_id)
    assert.deepStrictEqual(
      of("stage[7][quantity]=1&stage[A.12][quantity]=2&stage[toString][quantity]=3").value["stage"],
      {
        7: { quantity: 1 },
        "A.12": { quantity: 2 },
        toString: { quantity: 3 }
      }
    )
  })
  it("of references are read by id, or from objects with that id", () => {
    const [one, two] = ["0".repeat(24), "1".repeat(24)]
    for (const form of [`images[]=${one}&images[]=${two}`, `images[0][id]=${one}&images[0][a]=b&images[1]=${two}`])
      assert.deepStrictEqual(of(form).value["images"], [one, two])
    for (const [wrong, at] of [
      [`images[0][a]=${one}`, "images[0]"],
      [`images[0]=${one}&images[0][id]=${one}`, "images[0]"],
      [`images[][id]=${one}&images[][id]=${two}`, "images[][id]"],
      [`images[0][id][id]=${one}`, "images[0][id]"],
      [`orderID[0][id]=${one}`, "orderID[0]"]
    ] as const)
      assert.deepStrictEqual(paths(wrong), [at])
  })
  it("with a name as an index are refused", () => assert.deepStrictEqual(paths("orderID[x]=a"), ["orderID[x]"]))
})

describe("an empty value", () => {
  it("counts as not sent if it is optional", () =>
    assert.deepStrictEqual(of("limit=&billing.email=&active=&tags=").value, { limit: 10 }))
  it("clears a clearable text", () => assert.deepStrictEqual(of("note=").value, { limit: 10, note: "" }))
  it("counts as missing if it is required", () =>
    assert.deepStrictEqual(paths("item_id[3][price]=&item_id[3][sku]="), ["item_id[3][price]", "item_id[3][sku]"]))
})

describe("what cannot be read", () => {
  const found = ({ problems }: ReturnType<typeof of>) => problems.map(({ message, path }) => [path, message])
  it("is an empty object or array where a text belongs", () => {
    for (const empty of [{}, []])
      assert.deepStrictEqual(found(ofJson({ note: empty })), [["note", "must be one value"]])
    assert.deepStrictEqual(ofJson({ attributes: {}, item_id: [] }).value, { limit: 10, attributes: {} })
  })
  it("is a value that is repeated within x[], where nobody can tell its member", () => {
    const line = "item_id[][sku]=A&item_id[][price]=1"
    const message = "is given twice: number the members"
    assert.deepStrictEqual(of(line).problems, [])
    assert.deepStrictEqual(found(of(`${line}&${line}`)), [
      ["item_id[][price]", message],
      ["item_id[][sku]", message]
    ])
  })
  it("is reported once, and not as missing or as too few", () => {
    const notAnIndex = "is not an index of a list"
    assert.deepStrictEqual(found(of("tags[a]=x&tags[0]=y")), [["tags[a]", notAnIndex]])
    const Some = Schema.Struct({
      name: Text,
      list: Schema.Array(Int).check(rule("is empty", (all: ReadonlyArray<number>) => all.length > 0)),
      custom: Schema.Record(Schema.String, Text)
    })
    const parsed = parse("name=%ff&list[k]=1&custom[constructor]=a")
    reader(Some.ast).read([parsed.root], parsed.problems)
    assert.deepStrictEqual(
      parsed.problems.details.map(({ path }) => path),
      ["name", "custom[constructor]", "list[k]"]
    )
  })
})

describe("other spellings", () => {
  it("are an underscore for a dot, SKU for sku, and a declared alias", () => {
    assert.deepStrictEqual(of("billing_email=a&SKU=b&rule_name=c").value, {
      limit: 10,
      "billing.email": "a",
      sku: "b",
      name: "c"
    })
  })
  it("are SKU for sku within an item, but never for a key of a record", () => {
    const item_id = [{ price: 1, sku: "a" }]
    assert.deepStrictEqual(of("item_id[0][price]=1&item_id[0][SKU]=a").value["item_id"], item_id)
    assert.deepStrictEqual(ofJson({ item_id: [{ price: 1, SKU: "a" }] }).value["item_id"], item_id)
    assert.deepStrictEqual(of("stage[SKU][quantity]=1").value["stage"], { SKU: { quantity: 1 } })
    assert.deepStrictEqual(paths("item_id[4][price]=1&item_id[4][SKU]="), ["item_id[4][SKU]"])
    assert.strictEqual(spell([of("item_id[4][SKU]=a").root], ["item_id", 0, "sku"]), "item_id[4][SKU]")
  })
  it("are one parameter: an empty one hides no other, equal values are one, and different ones are refused", () => {
    assert.deepStrictEqual(of("billing.email=&billing_email=b&sku=&SKU=c&name=d&rule_name=d").value, {
      limit: 10,
      "billing.email": "b",
      sku: "c",
      name: "d"
    })
    const different = (form: string) => of(form).problems.map(({ message, path }) => [path, message])
    const message = "is given twice with different values"
    assert.deepStrictEqual(different("billing.email=a&billing_email=b"), [["billing.email", message]])
    assert.deepStrictEqual(different("item_id[0][price]=1&item_id[0][SKU]=a&item_id[0][sku]=b"), [
      ["item_id[0][sku]", message]
    ])
  })
  it("are repeated in a refusal as they were sent", () => {
    const { root } = of("billing_email=a&item_id[7][price]=1&item_id[2][price]=2")
    assert.strictEqual(spell([root], ["billing.email"]), "billing_email")
    assert.strictEqual(spell([root], ["item_id", 0, "price"]), "item_id[2][price]")
    assert.strictEqual(spell([root], ["item_id", 1, "sku"]), "item_id[7][sku]")
    assert.strictEqual(spell([root], ["stage", "A", "quantity"]), "stage[A][quantity]")
  })
  it("name each member of a list, and a declared alias, as it was sent", () => {
    const { root } = of("orderID[]=a&orderID[]=&orderID[]=b&rule_name=c&tags=a,b")
    assert.strictEqual(spell([root], ["orderID", 1]), "orderID[]")
    assert.strictEqual(spell([root], ["orderID", 2]), "orderID[2]")
    assert.strictEqual(spell([root], ["name"]), "rule_name")
    assert.strictEqual(spell([root], ["tags", 1]), "tags")
    assert.strictEqual(spell([of("orderID=a&orderID=b").root], ["orderID", 1]), "orderID")
  })
  it.each([
    ["ids[]=a&ids[]=&ids[]=b", "ids[]", "ids[]"],
    ["ids=a&ids=b", "ids", "ids"],
    ["ids[9]=b&ids[3]=a", "ids[3]", "ids[9]"],
    ["ids[]=b&ids=a", "ids", "ids[]"]
  ])("name each member of the list %s", (form, ...names) => {
    const { root } = parse(form)
    assert.deepStrictEqual([spell([root], ["ids", 0]), spell([root], ["ids", 1])], names)
  })
})

describe("grammar", () => {
  it.each(["1.0", "1e3", "0x10", "1234567890123456", "--1", "+1", "1_0", "Infinity"])(
    "%s is not an integer",
    (text) => {
      assert.deepStrictEqual(paths(`limit=${encodeURIComponent(text)}`), ["limit"])
    }
  )
  it.each([".5", "5.", "1234567890123", "1e12", "1,5", "NaN", "0x10", "1e1000", "--1", `0.${"1".repeat(41)}`])(
    "%s is not a decimal",
    (text) => {
      assert.deepStrictEqual(paths(`ratio=${text}`), ["ratio"])
    }
  )
  it("trims numbers, and turns -0 into 0", () => {
    assert.deepStrictEqual(of("limit=+-5%20&ratio=-0.0").value, { limit: -5, ratio: 0 })
  })
  it.each([
    ["1", true],
    ["0", false],
    ["true", true],
    ["false", false]
  ])("%s is %s", (text, open) => {
    assert.deepStrictEqual(of(`open=${text}&active=${text}`).value, { limit: 10, open, active: Number(open) })
  })
  it.each(["True", "TRUE", "fAlSe"])("%s is a boolean in any case", (text) => {
    const open = text.toLowerCase() === "true"
    assert.deepStrictEqual(of(`open=${text}&active=${text}`).value, { limit: 10, open, active: Number(open) })
  })
  it("reads a number from a union of literals, and a flag, like an integer", () => {
    assert.deepStrictEqual(of("active=%2001&open=1").value, { limit: 10, open: true, active: 1 })
    for (const text of ["1.0", "2", "-1", "yes", "0x1"])
      assert.deepStrictEqual(of(`active=${text}`).problems, [{ path: "active", message: "must be 1 or 0" }])
    assert.deepStrictEqual(of("status=03&word=%20a%20").value, { limit: 10, status: 3, word: "a" })
    for (const text of ["3.0", "3e0", "0x3", "4", "0000000000000003"])
      assert.deepStrictEqual(of(`status=${text}`).problems, [{ path: "status", message: "must be one of 0, 3" }])
  })
  it("reads null where a value can be unset, and only there", () => {
    for (const sent of ["reduced=null", "reduced=+NULL+&reduced=null"])
      assert.deepStrictEqual(of(sent).value, { limit: 10, reduced: null })
    assert.deepStrictEqual(ofJson({ reduced: null, note: null, sku: null }).value, {
      limit: 10,
      reduced: null,
      note: ""
    })
    assert.deepStrictEqual(ofJson({ reduced: "null" }).value, { limit: 10, reduced: null })
    for (const sent of ["", "reduced=", "reduced="]) assert.deepStrictEqual(of(sent).value, { limit: 10 })
    assert.deepStrictEqual(paths("reduced=null&reduced=1"), ["reduced"])
    assert.deepStrictEqual(paths("reduced=-1"), ["reduced"])
    assert.deepStrictEqual(paths("reduced[a]=null"), ["reduced"])
    assert.deepStrictEqual(paths("ratio=null"), ["ratio"])
    assert.deepStrictEqual(of("sku=null").value, { limit: 10, sku: "null" })
  })
  it("reads each spelling of a text as one, before it is checked", () => {
    for (const text of ["en-US", "en_US", " en-US "])
      assert.deepStrictEqual(of(`locale=${text}`).value, { limit: 10, locale: "en_US" })
    assert.deepStrictEqual(paths("locale=en-US-x"), ["locale"])
  })
  it("keeps empty values of a record that they may clear, and the keys of their sender", () => {
    assert.deepStrictEqual(of("attributes[a]=").value, { limit: 10, attributes: { a: "" } })
    assert.deepStrictEqual(of("attributes[SKU]=1&attributes[sku]=2").value["attributes"], { SKU: "1", sku: "2" })
    assert.deepStrictEqual(of("attributes=").value, { limit: 10, attributes: {} })
  })
  it("keeps the place of a member of a record that is refused, so that the record is not also empty", () => {
    const { problems, value } = of("attributes[a][b]=1")
    assert.deepStrictEqual(
      problems.map(({ message, path }) => [path, message]),
      [["attributes[a]", "must be one value"]]
    )
    assert.deepStrictEqual(value["attributes"], { a: undefined })
  })
  it("reads numbers of JSON from their text", () => {
    assert.deepStrictEqual(ofJson('{"ratio":1e2,"sku":12345678901234567890,"note":1.10}').value, {
      limit: 10,
      ratio: 100,
      sku: "12345678901234567890",
      note: "1.10"
    })
    assert.deepStrictEqual(
      ofJson('{"limit":1.0}').problems.map(({ message }) => message),
      ["must be a whole number, without a point and without an exponent"]
    )
  })
  it("accepts a scalar twice only with the same value", () => {
    assert.deepStrictEqual(paths("limit=1&limit=1"), [])
    assert.deepStrictEqual(paths("limit=1&limit=2"), ["limit"])
  })
})

describe("refusals", () => {
  it("list everything at once, by the sender's names", () => {
    assert.deepStrictEqual(
      paths("limit=x&item_id[7][price]=-1&item_id[7][sku]=&stage[A][quantity]=&open=2&active=no"),
      ["limit", "item_id[7][price]", "item_id[7][sku]", "active", "open", "stage[A][quantity]"]
    )
  })
  it.each(["__proto__[x]=1", "a[constructor]=1", "prototype=1", "stage[__proto__][quantity]=1"])(
    "include %s",
    (form) => {
      assert.strictEqual(of(form).problems.length, 1)
      assert.isUndefined(({} as Record<string, unknown>)["x"])
    }
  )
  it("include a JSON key that reaches the prototype", () => {
    assert.strictEqual(ofJson('{"a":{"__proto__":{"x":1}}}').problems.length, 1)
  })
  it("include seven levels, but not six", () => {
    assert.deepStrictEqual(paths("a[1][2][3][4][5][6]=1"), [])
    assert.deepStrictEqual(paths("a[1][2][3][4][5][6][7]=1"), ["a[1][2][3][4][5][6][7]"])
  })
  it("include too many pairs", () => {
    const pairs = (n: number) => Array.from({ length: n }, (_, i) => `x${i}=1`).join("&")
    assert.deepStrictEqual(paths(pairs(maxPairs)), [])
    assert.deepStrictEqual(paths(pairs(maxPairs + 1)), [""])
  })
  it.each([
    ["parts of a comma list", (n: number) => of(`tags=${"a,".repeat(n - 1)}a`)],
    ["parts that are empty", (n: number) => of(`tags=${",".repeat(n - 1)}`)],
    ["parts of several comma lists", (n: number) => of(`tags[]=${"a,".repeat(n - 3)}a&tags[]=a&limit=1`)],
    ["parts of a text that its handler parts", (n: number) => of(`parts[]=a&parts[]=${"a,".repeat(n - 2)}a`)],
    ["members of a JSON array", (n: number) => ofJson(`{"orderID":[${"1,".repeat(n - 1)}1]}`)],
    ["members that nobody reads", (n: number) => ofJson(`{"unknown":[${"[],".repeat(n - 1)}{}]}`)],
    [
      "parts of a multipart body",
      (n: number) => {
        const parsed = emptyTree()
        for (let at = 0; at < n; at++) put(parsed, "a", "1")
        return readAll(parsed)
      }
    ]
  ])("include too many %s", (_name, read) => {
    assert.deepStrictEqual(read(maxPairs).problems, [])
    assert.deepStrictEqual(read(maxPairs + 1).problems, [{ path: "", message: "more than 10000 parameters" }])
  })
  it.each([
    ["a form", (name: string) => of(`${name}=1`)],
    ["an encoded form", (name: string) => of(`${encodeURIComponent(name)}=1`)],
    ["JSON", (name: string) => ofJson({ [name]: 1 })]
  ])("include a name that is too long, in %s", (_name, read) => {
    assert.deepStrictEqual(read("é".repeat(512)).problems, [])
    const path = "é".repeat(200)
    assert.deepStrictEqual(read("é".repeat(513)).problems, [{ path, message: "is a name of more than 1024 bytes" }])
    assert.strictEqual(read("][".repeat(1_000_000)).problems.length, 1)
  })
  it("include a nested name that is too long, also in JSON", () => {
    const long = "x".repeat(1000)
    assert.deepStrictEqual(ofJson({ [long]: { a: { b: "1".repeat(30) } } }).problems, [])
    assert.deepStrictEqual(ofJson({ [long]: { ["a".repeat(25)]: 1 } }).problems.length, 1)
    assert.deepStrictEqual(of(`${long}[${"a".repeat(25)}]=1`).problems.length, 1)
  })
  it("list a hundred problems, and give the number of all", () => {
    const form = Array.from({ length: 150 }, (_, n) => `item_id[${n}][price]=x&item_id[${n}][sku]=a`).join("&")
    const { problems, root } = parse(form)
    readInto([root], problems)
    assert.deepStrictEqual([problems.details.length, problems.wrong], [maxDetails, 150])
    const { error } = bodyOf(invalid(problems), "r")
    assert.strictEqual(error.details.length, maxDetails)
    assert.match(error.message, /^item_id\[0\]\[price\] must be a number, such as 12\.5\. /)
    assert.match(error.message, / such as 12\.5\. \d+ parameters are wrong; details names 100 of them\.$/)
    assert.include(error.message, "150 parameters are wrong")
  })
  it("include malformed percent-encoding", () => assert.deepStrictEqual(paths("limit=%zz&%=1"), ["limit", "%"]))
  it("include malformed Unicode", () => {
    assert.deepStrictEqual(ofJson('{"note":"\\ud800"}').problems, [
      { path: "note", message: "is not well-formed text" }
    ])
    assert.deepStrictEqual(ofJson('{"stage":{"\\ud800":{"quantity":1}}}').problems.length, 1)
  })
  it("include a value that is too long", () => {
    assert.deepStrictEqual(paths(`note=${"x".repeat(100 * 1024)}`), [])
    assert.deepStrictEqual(paths(`note=${"é".repeat(60 * 1024)}`), ["note"])
    assert.deepStrictEqual(paths(`tags=${"x".repeat(100 * 1024 + 1)}`), ["tags"])
    assert.deepStrictEqual(paths(`page=${"x".repeat(1024 * 1024)}`), [])
    assert.deepStrictEqual(paths(`page=${"x".repeat(1024 * 1024 + 1)}`), ["page"])
  })
  it("include a JSON body that is not an object", () => assert.strictEqual(ofJson([1]).problems.length, 1))
})

it("reads any text without throwing, and finds a node for each name that it reports", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "[", "]", "=", "&", "%", "+", "1", "item_id", ".", "é") }),
      (form) => {
        const { problems } = of(form)
        assert.isTrue(problems.every(({ message, path }) => message !== "" && typeof path === "string"))
      }
    ),
    { numRuns: 2000 }
  )
})

it("reads a name from the first tree that contains it", () => {
  const trees: ReadonlyArray<Node> = [parse("limit=1").root, parse("limit=2&note=q").root]
  assert.deepStrictEqual(readInto(trees, new Problems()), { limit: 1, note: "q" })
})

it("looks through a form once, also where no name has a value", () => {
  const indexOf = vi.spyOn(String.prototype, "indexOf")
  const lookedThrough = (form: string): number => {
    indexOf.mockClear()
    parse(form)
    return indexOf.mock.calls.reduce((sum, [sought, from = 0], call) => {
      const text = String(indexOf.mock.contexts[call])
      return sum + (text === form ? (indexOf.mock.results[call]!.value + 1 || form.length) - from : sought.length)
    }, 0)
  }
  try {
    for (const form of ["a&".repeat(5000), `${"a&".repeat(5000)}a=1`, "a=1&".repeat(5000)])
      assert.isAtMost(lookedThrough(form), 3 * form.length)
  } finally {
    indexOf.mockRestore()
  }
})
