import { Schema } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { withDefault } from "../src/defaults.ts"
import { format, fromJson, maxPairs, type Node, parse } from "../src/form.ts"
import { aliases, reader } from "../src/reader.ts"
import { Amount, Bool, Commas, clearable, Decimal, Flag, Int, Text, Word } from "../src/values.ts"

const Item = Schema.Struct({ price: Amount, sku: Word, options: Schema.optionalKey(Text) })
const Everything = Schema.Struct({
  limit: withDefault(Int, 10),
  "billing.email": Schema.optionalKey(Text),
  item_id: Schema.optionalKey(Schema.Array(Item)),
  tags: Schema.optionalKey(Commas),
  active: Schema.optionalKey(Flag),
  open: Schema.optionalKey(Bool),
  ratio: Schema.optionalKey(Decimal),
  stage: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ quantity: Int }))),
  value: Schema.optionalKey(clearable(Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  orderID: Schema.optionalKey(Schema.Array(Text)),
  note: Schema.optionalKey(clearable(Text)),
  sku: Schema.optionalKey(Text),
  name: Schema.optionalKey(Text).pipe(Schema.annotateKey(aliases("rule_name")))
})
const { read, spell } = reader(Everything.ast)
const wire = (value: unknown) => new URLSearchParams(format(value)).toString()
const of = (form: string) => {
  const parsed = parse(form)
  const { problems, value } = read([parsed.root])
  return { value, problems: [...parsed.problems, ...problems], root: parsed.root }
}
const paths = (form: string) => of(form).problems.map(({ path }) => path)

describe("a form is read to the values that were written", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 })
  const key = text.filter((name) => !/[[\]]/.test(name) && !["__proto__", "constructor", "prototype"].includes(name))
  // What a decimal is on the wire: at most twelve digits before the point and fifteen after.
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
        const { problems, root } = fromJson(JSON.parse(JSON.stringify(value)))
        assert.deepStrictEqual(problems, [])
        assert.deepStrictEqual(read([root]), { value, problems: [] })
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
  it("keeps each of a value given more than once, and every index after a gap", () => {
    assert.deepStrictEqual(of("orderID[0]=a&orderID[0]=b&orderID[7]=a").value["orderID"], ["a", "b", "a"])
  })
  it("parted by commas trims, drops empty parts, and is read as a list too", () => {
    assert.deepStrictEqual(of("tags=a,%20b+,,c").value["tags"], ["a", "b", "c"])
    assert.deepStrictEqual(of("tags[]=a&tags[]=b,c").value["tags"], ["a", "b", "c"])
  })
  it("loses none of more than twenty items, nor numeric or dotted keys", () => {
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
  it("with a name for an index is refused", () => assert.deepStrictEqual(paths("orderID[x]=a"), ["orderID[x]"]))
})

describe("what is empty", () => {
  it("is not given, where it is optional", () =>
    assert.deepStrictEqual(of("limit=&billing.email=&active=&tags=").value, { limit: 10 }))
  it("clears a text that can be cleared", () => assert.deepStrictEqual(of("note=").value, { limit: 10, note: "" }))
  it("is missing, where it is required", () =>
    assert.deepStrictEqual(paths("item_id[3][price]=&item_id[3][sku]="), ["item_id[3][price]", "item_id[3][sku]"]))
})

describe("other spellings", () => {
  it("an underscore for a dot, SKU for sku, a declared alias", () => {
    assert.deepStrictEqual(of("billing_email=a&SKU=b&rule_name=c").value, {
      limit: 10,
      "billing.email": "a",
      sku: "b",
      name: "c"
    })
  })
  it("are kept in what is said to the sender", () => {
    const { root } = of("billing_email=a&item_id[7][price]=1&item_id[2][price]=2")
    assert.strictEqual(spell([root], ["billing.email"]), "billing_email")
    assert.strictEqual(spell([root], ["item_id", 0, "price"]), "item_id[2][price]")
    assert.strictEqual(spell([root], ["item_id", 1, "sku"]), "item_id[7][sku]")
    assert.strictEqual(spell([root], ["stage", "A", "quantity"]), "stage[A][quantity]")
  })
  it("name each member of a list as it was sent, and a declared alias", () => {
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
  it.each(["1.0", "1e3", "0x10", "1234567890123456", "--1", "+1", "1_0", "Infinity"])("%s is no int", (text) => {
    assert.deepStrictEqual(paths(`limit=${encodeURIComponent(text)}`), ["limit"])
  })
  it.each(["1e3", ".5", "5.", "1234567890123", "0.1234567890123456", "1,5", "NaN"])("%s is no decimal", (text) => {
    assert.deepStrictEqual(paths(`ratio=${text}`), ["ratio"])
  })
  it("trims numbers, and writes no negative zero", () => {
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
  it("a scalar twice must be the same", () => {
    assert.deepStrictEqual(paths("limit=1&limit=1"), [])
    assert.deepStrictEqual(paths("limit=1&limit=2"), ["limit"])
  })
})

describe("what is refused", () => {
  it("names everything at once, by the sender's names", () => {
    assert.deepStrictEqual(
      paths("limit=x&item_id[7][price]=-1&item_id[7][sku]=&stage[A][quantity]=&open=2&active=no"),
      ["limit", "item_id[7][price]", "item_id[7][sku]", "active", "open", "stage[A][quantity]"]
    )
  })
  it.each(["__proto__[x]=1", "a[constructor]=1", "prototype=1", "stage[__proto__][quantity]=1"])("%s", (form) => {
    assert.strictEqual(of(form).problems.length, 1)
    assert.isUndefined(({} as Record<string, unknown>)["x"])
  })
  it("a key of JSON that reaches the prototype", () => {
    assert.strictEqual(fromJson(JSON.parse('{"a":{"__proto__":{"x":1}}}')).problems.length, 1)
  })
  it("seven levels, and not six", () => {
    assert.deepStrictEqual(paths("a[1][2][3][4][5][6]=1"), [])
    assert.deepStrictEqual(paths("a[1][2][3][4][5][6][7]=1"), ["a[1][2][3][4][5][6][7]"])
  })
  it("more pairs than are read", () => {
    const pairs = (n: number) => Array.from({ length: n }, (_, i) => `x${i}=1`).join("&")
    assert.deepStrictEqual(paths(pairs(maxPairs)), [])
    assert.deepStrictEqual(paths(pairs(maxPairs + 1)), [""])
  })
  it("bytes that are no percent-encoding", () => assert.deepStrictEqual(paths("limit=%zz&%=1"), ["limit", "%"]))
  it("text that is no Unicode", () => {
    const { root } = fromJson(JSON.parse('{"note":"\\ud800"}'))
    assert.deepStrictEqual(read([root]).problems, [{ path: "note", message: "is not well-formed text" }])
  })
  it("a value over its size", () => {
    assert.deepStrictEqual(paths(`note=${"x".repeat(100 * 1024)}`), [])
    assert.deepStrictEqual(paths(`note=${"é".repeat(60 * 1024)}`), ["note"])
  })
  it("a body of JSON that is no object", () => assert.strictEqual(fromJson([1]).problems.length, 1))
})

it("reads anything without throwing, and finds a node for each name it reports", () => {
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

it("takes a name from the first tree that has it", () => {
  const trees: ReadonlyArray<Node> = [parse("limit=1").root, parse("limit=2&note=q").root]
  assert.deepStrictEqual(read(trees).value, { limit: 1, note: "q" })
})
