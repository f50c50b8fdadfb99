/** A process that sends the messages of a file until it is killed: `<file> <port of the SMTP server>`. */

import { defaultKeep } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { allCollections } from "../../src/collections.ts"
import { supervise } from "../../src/engine/background/workers.ts"
import { makeService } from "../../src/service.ts"
import { workersOf } from "../../src/workers.ts"
import { settingsFor } from "./settings.ts"

const [file = "", port = ""] = process.argv.slice(2)
const sqlite = adapters.find(({ name }) => name === "sqlite")!
const runtime = ManagedRuntime.make(sqlite.open(file, allCollections))
const service = await runtime.runPromise(makeService())
const mail = settingsFor(Number(port), { perMinute: 1000 })
const workers = workersOf({ keep: defaultKeep, policies, mail }, service).filter(({ name }) => name === "mail")
// A lease that is left is taken over after some hundred milliseconds, so that a cycle is short.
const lease = { beat: "50 millis", misses: 12 } as const
await runtime.runPromise(supervise(workers, { onFailure: () => {}, retryMs: 10, lease }))
process.stdout.write("ready\n")
await Effect.runPromise(Effect.never)
