/**
 * Calls and their answers for the documentation. Each operation is called on a copy of one demo shop, and its clock stands
 * still, so an example changes only with what its operation does.
 */
import { createHash } from "node:crypto"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Entry, pathOf, type Shape, answerOf as shownBy, type Transport } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { allCollections, digest } from "@bottega/service"
import { ensureDemoShop } from "@bottega/service/demo"
import { adapters } from "@bottega/storage/adapters"
import { Clock, Effect, Layer } from "effect"
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
 * Calls operations, and gives the examples by the operations' ids. `before` runs before each operation; it has to make
 * random numbers begin again.
 */
export const makeExamples = async (
  before: () => void,
  operations: ReadonlyArray<Entry>
): Promise<Readonly<Record<string, Example>>> => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-examples-"))
  try {
    before()
    const demo = await Effect.runPromise(Effect.scoped(demoIn(join(folder, "demo.db"))))
    const made = new Map<string, Example>()
    // Order numbers only ever grow within a process, so the operations are called in the order of their clocks.
    for (const entry of operations.toSorted((a, b) => startOf(a) - startOf(b))) {
      before()
      restartNumbers()
      const location = join(folder, `${entry.id}.db`)
      copyFileSync(demo.location, location)
      made.set(entry.id, await Effect.runPromise(Effect.scoped(exampleOf(entry, { ...demo, location }))))
      rmSync(location)
    }
    return Object.fromEntries(operations.map(({ id }) => [id, made.get(id)!]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The instant at which the demo shop's past ends, in milliseconds. */
const day = Date.UTC(2026, 10, 23)

/** A second of the day after that instant, in milliseconds; it depends on the operation alone. */
const startOf = ({ id }: Entry): number =>
  day + (createHash("sha256").update(id).digest().readUInt32BE() % 86_400) * 1000

const token = "examples".repeat(8)
const files = adapters.find(({ needs }) => needs === "file")!

/** A store in a file, and the credentials of the demo shop in it. */
interface Demo {
  readonly location: string
  readonly made: Effect.Success<ReturnType<typeof ensureDemoShop>>
}

/** Makes a demo shop in a new file, which is whole once its scope has closed. */
const demoIn = Effect.fnUntraced(function* (location: string) {
  const storage = yield* Layer.build(files.open(location, allCollections))
  const made = yield* ensureDemoShop({ orders: 200, now: day }).pipe(
    Effect.provide(storage),
    Effect.provideService(Clock.Clock, standing(day).service)
  )
  return { location, made }
})

const exampleOf = Effect.fnUntraced(function* (entry: Entry, demo: Demo) {
  const { store, transport } = yield* demoStore(startOf(entry), demo)
  return yield* Effect.promise(() =>
    entry.endpoint.answer === "bytes" ? fileOf(store, transport, entry) : answerOf(store, entry)
  )
})

/** An installation with a demo shop, at an instant in unix milliseconds. */
const demoStore = Effect.fnUntraced(function* (at: number, { location, made }: Demo) {
  const { clock, service } = standing(at)
  const storage = yield* Layer.build(files.open(location, allCollections))
  const { close, transport, work } = yield* Effect.promise(() =>
    surfaces["embedded"]!({ storage, clock: service, tokenDigest: digest(token), policies })
  )
  yield* Effect.addFinalizer(() => Effect.promise(close))
  const shop = yield* Effect.promise(() => client(transport, { token }).shops.read({ id: made.shop }))
  const reader = { key: made.readKey, exchange: made.readExchange }
  const serving = { transport, work }
  const parts = { ...serving, token, stranger: reader, twin: async () => serving, clock }
  return { store: seenBy(parts, { shop, api: made, reader }), transport }
})

/** The parameters of the declaration where the demo shop has what they name, else those of the operation's subject. */
const answerOf = async (store: Store, entry: Entry): Promise<Example> => {
  const { example } = entry.endpoint
  const declared = example === undefined ? [] : [() => example]
  for (const given of [...declared, () => subjectOf(entry).given(store)]) {
    const parameters: object = await given()
    const { json, status } = await store.send(call(entry, parameters))
    if (status === 200) return { parameters: shownIn(parameters), answer: shortened(shownBy(entry.endpoint), json) }
  }
  throw new Error(`${entry.id} was refused with the parameters of its subject.`)
}

/** Parameters for the documentation: a file is shown by its name. */
const shownIn = (parameters: object): object =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, value instanceof File ? value.name : value])
  )

const fileOf = async (store: Store, transport: Transport, entry: Entry): Promise<Example> => {
  const parameters = (await subjectOf(entry).given(store)) as Readonly<Record<string, string>>
  const path = pathOf(entry.endpoint).replace(/:(\w+)/g, (_, name: string) => parameters[name]!)
  const { bytes, headers } = await transport({ method: "GET", path, query: "", headers: {}, body: undefined })
  const pieces: Array<Uint8Array> = []
  for await (const piece of bytes()) pieces.push(piece)
  return { parameters, answer: Buffer.concat(pieces).toString("base64"), type: headers["content-type"]! }
}

/** At most two members of each list, and of each object whose keys are not the schema's. */
const shortened = ({ either, inner = [], item, member }: Shape, value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (either !== undefined) {
    const fitting = either.find((one) => Array.isArray(value) === (one.item !== undefined))
    return fitting === undefined ? value : shortened(fitting, value)
  }
  const within = (shape: Shape | undefined, one: unknown) => (shape === undefined ? one : shortened(shape, one))
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((one) => within(item, one))
  const kept = Object.entries(value).slice(0, member === undefined ? undefined : maxMembers)
  return Object.fromEntries(
    kept.map(([name, one]) => [name, within(inner.find((field) => field.name === name) ?? member, one)])
  )
}

const maxMembers = 2
