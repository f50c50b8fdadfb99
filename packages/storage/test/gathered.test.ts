/** Tests which reads are sent together, with a database that notes what it is asked. */
import { assert, describe, it } from "@effect/vitest"
import { MongoNetworkError, MongoServerError } from "mongodb"
import { GatheredReads } from "../src/mongo/gathered.ts"
import type { Read } from "../src/mongo/rows.ts"

const document = (k: string): Read => ({ _id: { s: "shop", k }, version: 1, doc: k })

/** A database whose unions fail with these errors, one after the other, and then find the keys that they ask for. */
const asked = (...failures: ReadonlyArray<Error>) => {
  const commands: Array<ReadonlyArray<string>> = []
  const left = [...failures]
  const gathered = new GatheredReads()
  const kept = (collectionName: string) => ({
    collectionName,
    aggregate: (pipeline: ReadonlyArray<never>) => ({
      toArray: async () => {
        const parts = [pipeline.slice(0, 2), ...pipeline.slice(2).map((one: Union) => one.$unionWith.pipeline)] as Parts
        commands.push(parts.flatMap(([{ $match }]) => $match.key))
        const failure = left.shift()
        if (failure !== undefined) throw failure
        // The documents of different reads come in any order.
        return parts
          .flatMap(([{ $match }, { $project }]) =>
            $match.key.map((key) => ({ ...document(key), read: $project.read.$literal }))
          )
          .reverse()
      }
    })
  })
  const read = async (collection: string, keys: ReadonlyArray<string>, refused?: Error) => {
    const alone = async () => {
      commands.push(keys)
      if (refused !== undefined) throw refused
      return keys.map(document)
    }
    const layout = { kept: kept(collection) } as never
    const question = { filter: { key: keys } as never, hint: "_id_" }
    const found = await gathered.read({ layout, question, values: keys.length, alone })
    return found.map(({ _id: { k } }) => k).sort()
  }
  return { read, commands }
}

interface Union {
  readonly $unionWith: { readonly pipeline: unknown }
}
type Parts = ReadonlyArray<
  readonly [
    { readonly $match: { readonly key: ReadonlyArray<string> } },
    { readonly $project: { readonly read: { readonly $literal: number } } }
  ]
>

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("reads of documents", () => {
  it("are one command if they begin in one turn, and each gets its own documents", async () => {
    const { commands, read } = asked()
    const found = await Promise.all([read("one", ["a"]), read("other", ["b", "c"]), read("one", ["d"])])
    assert.deepStrictEqual(found, [["a"], ["b", "c"], ["d"]])
    assert.deepStrictEqual(commands, [["a", "b", "c", "d"]])
  })

  it("see what was written before they begin: none joins a command that was sent", async () => {
    const { commands, read } = asked()
    const first = read("one", ["a"])
    await nextTurn()
    const later = [read("one", ["b"]), read("one", ["a"])]
    assert.deepStrictEqual(await Promise.all([first, ...later]), [["a"], ["b"], ["a"]])
    assert.deepStrictEqual(commands, [["a"], ["b", "a"]])
  })

  it("are bounded in number and in documents", async () => {
    const { commands, read } = asked()
    const keys = Array.from({ length: 100 }, (_, n) => `k${n}`)
    await Promise.all(keys.map((key) => read("one", [key])))
    assert.strictEqual(Math.max(...commands.map(({ length }) => length)), 16)
    commands.length = 0
    await Promise.all(Array.from({ length: 12 }, () => read("one", keys.slice(0, 10))))
    assert.deepStrictEqual(
      commands.map(({ length }) => length),
      [50, 50, 20]
    )
  })

  it("are sent alone, then and later, by a server that knows no unions", async () => {
    const { commands, read } = asked(new MongoServerError({ message: "Unrecognized pipeline stage", code: 40324 }))
    const both = () => Promise.all([read("one", ["a"]), read("other", ["b"])])
    assert.deepStrictEqual(
      [await both(), await both()],
      [
        [["a"], ["b"]],
        [["a"], ["b"]]
      ]
    )
    assert.deepStrictEqual(commands, [["a", "b"], ["a"], ["b"], ["a"], ["b"]])
  })

  it("go on together after a refusal that is of one of them", async () => {
    const { commands, read } = asked(new MongoServerError({ message: "hint of no index", code: 2 }))
    const refused = new MongoServerError({ message: "hint of no index", code: 2 })
    const [first, second] = await Promise.allSettled([read("one", ["a"], refused), read("other", ["b"])])
    assert.deepStrictEqual([first!.status, second!.status], ["rejected", "fulfilled"])
    await nextTurn()
    await Promise.all([read("one", ["a"]), read("other", ["b"])])
    assert.deepStrictEqual(commands.at(-1), ["a", "b"])
  })

  it("fail together if the server cannot be reached, and are sent together again", async () => {
    const { commands, read } = asked(new MongoNetworkError("gone"))
    const both = () => Promise.allSettled([read("one", ["a"]), read("other", ["b"])])
    assert.deepStrictEqual(
      (await both()).map(({ status }) => status),
      ["rejected", "rejected"]
    )
    assert.deepStrictEqual(
      (await both()).map(({ status }) => status),
      ["fulfilled", "fulfilled"]
    )
    assert.deepStrictEqual(commands, [
      ["a", "b"],
      ["a", "b"]
    ])
  })
})
