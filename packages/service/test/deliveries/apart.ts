/** A process of its own that delivers the events of a file, with short heartbeats: `<file> <beatMs> <deadMs>`. */
import { defaultKeep } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { retryOnConflict } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { allCollections } from "../../src/collections.ts"
import { makeService } from "../../src/service.ts"
import { workersOf } from "../../src/workers.ts"

const [file = "", beatMs = "", deadMs = ""] = process.argv.slice(2)
const sqlite = adapters.find(({ name }) => name === "sqlite")!
const runtime = ManagedRuntime.make(sqlite.open(file, allCollections))
const service = await runtime.runPromise(makeService())
const beats = { beatMs: Number(beatMs), deadMs: Number(deadMs) }
const deliveries = { beats, firstMs: 60_000, lookMs: 20, idleMs: 600_000 }
const all = { keep: defaultKeep, policies, allowPrivateUrls: true, deliveries }
const worker = workersOf(all, service).find(({ name }) => name === "deliveries")!
process.stdout.write("ready\n")
await runtime.runPromise(worker.run((one) => retryOnConflict(one), Effect.void))
