/** The MCP server of `bottega mcp`, over stdin and stdout. */
import { contract } from "@bottega/domain/areas"
import type { Entry } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { operationText } from "@bottega/server/reference"
import { Cause, Effect, Exit, Layer, Logger, Sink, Stdio, Stream } from "effect"
import { McpProtocol, McpServer } from "effect/ai"
import manifest from "../../package.json" with { type: "json" }
import { say, write } from "../output.ts"
import { sanitized } from "../table.ts"
import { Caller, type CallerOptions } from "./caller.ts"
import { type Hit, operationNamed, search } from "./search.ts"
import { Refused, tools } from "./tools.ts"

/** Serves until stdin ends; false if it failed before. */
export const serveMcp = async (options: CallerOptions): Promise<boolean> => {
  const caller = new Caller(options)
  const server = McpServer.layerStdio({
    name: "bottega",
    version: manifest.version,
    instructions,
    protocols: [McpProtocol.v2025_11_25, McpProtocol.v2025_06_18, McpProtocol.v2025_03_26, McpProtocol.v2024_11_05],
    registrations: McpServer.toolkit(tools).pipe(Layer.provide(handlersOf(caller)))
  }).pipe(Layer.provide([Layer.succeed(Stdio.Stdio, stdioOf(process)), logger]))
  // The end of stdin interrupts the server.
  const exit = await Effect.runPromiseExit(Layer.launch(server))
  await caller.close()
  const hasFailed = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
  if (hasFailed) say(sanitized(Cause.pretty(exit.cause)))
  return !hasFailed
}

const instructions =
  "The API of a store: orders, customers, products, stock, coupons and more. Search for an operation, describe it, then call it."

const handlersOf = (caller: Caller) =>
  tools.toLayer({
    search: ({ limit = 10, query }) => Effect.succeed({ operations: search(contract, query, limit) }),
    describe: ({ operation }) => Effect.map(entryOf(operation), (entry) => ({ text: operationText(entry, policies) })),
    call: ({ operation, parameters = {} }) =>
      Effect.flatMap(entryOf(operation), (entry) => refusing(() => caller.call(entry, parameters))),
    follow: (asked) => refusing(() => caller.follow(asked))
  })

const refusing = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (error) => new Refused({ message: error instanceof Error ? error.message : String(error) })
  })

const entryOf = (id: string) => {
  const found = operationNamed(contract, id)
  return Array.isArray(found)
    ? Effect.fail(new Refused({ message: unknown(id, found) }))
    : Effect.succeed(found as Entry)
}

const unknown = (id: string, near: ReadonlyArray<Hit>): string => {
  const names = near.map(({ operation }) => operation)
  return `There is no operation ${id}.${names.length === 0 ? "" : ` Did you mean ${names.join(", ")}?`}`
}

/** Only messages of the protocol go to stdout. */
const logger = Logger.layer([Logger.make(({ message }) => say(sanitized(String(message))))])

/**
 * The lines that are JSON. Any other is answered here: the protocol wants an error for it, and the library reads nothing more after it.
 */
async function* messagesIn(stdin: NodeJS.ReadStream) {
  for await (const line of linesIn(stdin)) {
    if (isJson(line)) yield Buffer.from(`${line}\n`)
    else if (line.trim() !== "") await write(unreadable)
  }
}

// The interface of `node:readline` hears no error of its input.
async function* linesIn(stdin: NodeJS.ReadStream) {
  let begun: Array<string> = []
  let size = 0
  for await (const piece of stdin.setEncoding("utf8") as AsyncIterable<string>) {
    const [first = "", ...others] = piece.split("\n")
    size += first.length
    if (size <= maxCharacters) begun.push(first)
    else begun = [notJson]
    if (others.length === 0) continue
    yield begun.join("")
    yield* others.slice(0, -1)
    begun = others.slice(-1)
    size = begun[0]!.length
  }
  yield begun.join("")
}

/** Of a message; a file that a call sends as base64 is shorter. */
const maxCharacters = 64 * 1024 * 1024
/** Stands for a longer line, which is not kept. */
const notJson = "!"

const unreadable = `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_700, message: "Parse error" } })}\n`

const isJson = (line: string): boolean => {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

const to = (send: (piece: string | Uint8Array) => Promise<void>) => {
  const sent = (piece: string | Uint8Array) => Effect.promise(() => send(piece))
  return Sink.forEach(sent)
}

const stdioOf = ({ stdin }: Pick<NodeJS.Process, "stdin">) =>
  Stdio.make({
    args: Effect.succeed([]),
    stdin: Stream.fromAsyncIterable<Uint8Array, never>(messagesIn(stdin), (cause) => {
      throw cause
    }),
    stdout: () => to((piece) => write(piece)),
    stderr: () => to(async (piece) => say(String(piece)))
  })
