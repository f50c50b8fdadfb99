/** The program of a further process that serves a store: it prints its address, and ends with its standard input. */
import { Effect, Exit, Layer, Scope } from "effect"
import { opened, type Serving, serveOn } from "./serving.ts"

const serving: Serving = JSON.parse(process.argv[2]!)
const scope = Effect.runSync(Scope.make())
const storage = await Effect.runPromise(Layer.buildWithScope(opened(serving), scope))
const { close, url } = await serveOn(storage, serving)
console.log(url)
process.stdin.resume().on("end", async () => {
  await close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  process.exit(0)
})
