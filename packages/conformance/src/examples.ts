/**
 * Calls and their answers for the documentation. Each operation is called on a demo shop of its own whose clock stands
 * still, so an example changes only with what its operation does.
 */
import { createHash } from "node:crypto"
import { contract } from "@bottega/domain/areas"
import { type Entry, entries, pathOf, type Transport } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { allCollections, digest } from "@bottega/service"
import { ensureDemoShop } from "@bottega/service/demo"
import { adapters } from "@bottega/storage/adapters"
import { Clock, Effect, Layer, type Schema, SchemaAST } from "effect"
import { subjectOf } from "./areas.ts"
import { standing } from "./clock.ts"
import { call } from "./everywhere/calls.ts"
import { client, seenBy } from "./ground.ts"
import { restartNumbers } from "./subjects.ts"
import type { Store } from "./surface.ts"
import { surfaces } from "./surfaces.ts"

/** A call that was answered with 200. */
export interface Example {
  readonly parameters: object
  /** The answer, with the first two members of each list; of a file, its bytes in base64. */
  readonly answer: unknown
  /** The content type of a file. */
  readonly type?: string
}

/**
 * Calls every operation, and gives the examples by the operations' ids. `before` runs before each operation; it has to
 * make random numbers begin again.
 */
export const makeExamples = async (before: () => void): Promise<Readonly<Record<string, Example>>> => {
  const made = new Map<string, Example>()
  const all = entries(contract).filter((entry) => subjectOf(entry).unmade === undefined)
  // Order numbers only ever grow within a process, so the operations are called in the order of their clocks.
  for (const entry of all.toSorted((a, b) => startOf(a) - startOf(b))) {
    before()
    restartNumbers()
    made.set(entry.id, await Effect.runPromise(Effect.scoped(exampleOf(entry))))
  }
  return Object.fromEntries(all.map(({ id }) => [id, made.get(id)!]))
}

/** A second of 23 November 2026, in milliseconds; it depends on the operation alone. */
const startOf = ({ id }: Entry): number =>
  Date.UTC(2026, 10, 23) + (createHash("sha256").update(id).digest().readUInt32BE() % 86_400) * 1000

const exampleOf = Effect.fnUntraced(function* (entry: Entry) {
  const { store, transport } = yield* demoStore(startOf(entry))
  return yield* Effect.promise(() =>
    entry.endpoint.answer === "bytes" ? fileOf(store, transport, entry) : answerOf(store, entry)
  )
})

const token = "examples".repeat(8)
const memory = adapters.find(({ needs }) => needs === "nothing")!

/** An installation with a demo shop, at an instant in unix milliseconds. */
const demoStore = Effect.fnUntraced(function* (at: number) {
  const { clock, service } = standing(at)
  const storage = yield* Layer.build(memory.open("", allCollections))
  const demo = yield* ensureDemoShop({ orders: 200, now: at }).pipe(
    Effect.provide(storage),
    Effect.provideService(Clock.Clock, service)
  )
  const { close, transport } = yield* Effect.promise(() =>
    surfaces["embedded"]!({ storage, clock: service, tokenDigest: digest(token), policies })
  )
  yield* Effect.addFinalizer(() => Effect.promise(close))
  const shop = yield* Effect.promise(() => client(transport, { token }).shops.read({ id: demo.shop }))
  const reader = { key: demo.readKey, exchange: demo.readExchange }
  const parts = { transport, token, stranger: reader, twin: async () => transport, clock }
  return { store: seenBy(parts, { shop, api: demo, reader }), transport }
})

/** The parameters of the declaration where the demo shop has what they name, else those of the operation's subject. */
const answerOf = async (store: Store, entry: Entry): Promise<Example> => {
  const { example, output } = entry.endpoint
  const declared = example === undefined ? [] : [() => example]
  for (const given of [...declared, () => subjectOf(entry).given(store)]) {
    const parameters: object = await given()
    const { json, status } = await store.send(call(entry, parameters))
    if (status === 200) return { parameters, answer: shortened((output as Schema.Top).ast, json) }
  }
  throw new Error(`${entry.id} was refused with the parameters of its subject.`)
}

const fileOf = async (store: Store, transport: Transport, entry: Entry): Promise<Example> => {
  const parameters = (await subjectOf(entry).given(store)) as Readonly<Record<string, string>>
  const path = pathOf(entry.endpoint).replace(/:(\w+)/g, (_, name: string) => parameters[name]!)
  const { bytes, headers } = await transport({ method: "GET", path, query: "", headers: {}, body: undefined })
  const pieces: Array<Uint8Array> = []
  for await (const piece of bytes()) pieces.push(piece)
  return { parameters, answer: Buffer.concat(pieces).toString("base64"), type: headers["content-type"]! }
}

/** At most two members of each list, and of each object whose keys are not the schema's. */
const shortened = (ast: SchemaAST.AST, value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (SchemaAST.isUnion(ast)) {
    const isList = Array.isArray(value)
    const type = ast.types.find(isList ? SchemaAST.isArrays : SchemaAST.isObjects)
    return type === undefined ? value : shortened(type, value)
  }
  if (Array.isArray(value)) {
    const [item] = SchemaAST.isArrays(ast) ? ast.rest : []
    return value.slice(0, maxMembers).map((member) => (item === undefined ? member : shortened(item, member)))
  }
  if (!SchemaAST.isObjects(ast)) return value
  const types = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
  const [index] = ast.indexSignatures
  const kept = index === undefined ? Object.entries(value) : Object.entries(value).slice(0, maxMembers)
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const type = types.get(name) ?? index?.type
      return [name, type === undefined ? member : shortened(type, member)]
    })
  )
}

const maxMembers = 2
