import fc from "fast-check"
import { expect, it } from "vitest"
import { items } from "../src/items.ts"

const read = async (pieces: ReadonlyArray<string>): Promise<Array<unknown>> => {
  const found: Array<unknown> = []
  const arriving = async function* () {
    yield* pieces
  }
  for await (const item of items(arriving())) found.push(item)
  return found
}

const cut = (text: string, at: ReadonlyArray<number>): Array<string> => {
  const places = [0, ...at.map((n) => n % (text.length + 1)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, index) => text.slice(places[index], end))
}

it("reads the items of any list, wherever its text is split", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat()), fc.nat(2), async (list, at, indent) => {
      const text = JSON.stringify(list, null, indent)
      expect(await read(cut(text, at))).toEqual(JSON.parse(text))
    })
  ))

it("gives an item of a list that goes on as soon as its line is there", async () => {
  const arriving = async function* () {
    yield* ["[\n", '{"a":"x\\n]"}\n', "\n", ",[1,\n2]\n"]
    throw new Error("nothing more comes")
  }
  const found: Array<unknown> = []
  const reading = (async () => {
    for await (const item of items(arriving())) found.push(item)
  })()
  await expect(reading).rejects.toThrow("nothing more comes")
  expect(found).toEqual([{ a: "x\n]" }, [1, 2]])
})

it.each(["{}", '{"list":[1]}', "5", "", " "])("rejects %j, which is not a list", async (text) => {
  await expect(read([text])).rejects.toThrow(SyntaxError)
})

it.each(["[", "[1", '["]"', "[1,[2]"])("rejects %j, which is incomplete", async (text) => {
  await expect(read([text])).rejects.toThrow()
})
