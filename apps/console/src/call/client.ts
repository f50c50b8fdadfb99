/** Calls of operations that are known by their names alone, with the session of this browser. */
import { Bottega, type CallOptions, type CallResponse } from "@bottega/client"
import type { Operation } from "../contract/operation.ts"
import { operations } from "../contract/operations.ts"
import { awaited } from "./slow.ts"

/** The parameters of a call, as they are sent. */
export type Parameters = Readonly<Record<string, unknown>>

/** The address of the server, without a slash at its end. */
export const base = new URL(".", location.href).href.replace(/\/$/, "")

/** The operations by id. */
export const operationsById: ReadonlyMap<string, Operation> = new Map(operations.map((one) => [one.id, one]))

/** The shop whose operations are called. */
let shop: string | undefined
let methods: Methods

/** Makes all further calls for a shop. */
export const callFor = (id: string | undefined): void => {
  shop = id
  // A person waits for the answer, so the console says soon what is wrong.
  methods = new Bottega({
    url: base,
    retries: 1,
    maxWaitMs: 10_000,
    ...(id === undefined ? {} : { shop: id })
  }) as never
}

type Method = ((parameters: Parameters, options?: CallOptions) => { withResponse: () => Promise<Response> }) & {
  readonly all: (parameters: Parameters, options?: CallOptions) => AsyncGenerator<unknown, void, undefined>
}
type Response = CallResponse<unknown>
type Methods = Readonly<Record<string, Readonly<Record<string, Method>>>>
callFor(undefined)

/** The parameters with the shop, if the operation takes one. */
const withShop = ({ input, surface }: Operation, parameters: Parameters): Parameters =>
  surface === "control" && shop !== undefined && input.some(({ name }) => name === "shop")
    ? { shop, ...parameters }
    : parameters

/** A person can try a read again; a change may have more to do. */
const timeoutOf = ({ method }: Operation): CallOptions => (method === "GET" ? { timeoutMs: 15_000 } : {})

/** Calls an operation. */
export const call = (operation: Operation, parameters: Parameters = {}, options?: CallOptions): Promise<Response> =>
  awaited(
    methods[operation.area]![operation.name]!(withShop(operation, parameters), {
      ...timeoutOf(operation),
      ...options
    }).withResponse()
  )

/** The entries of a list, read while they are asked for. A reader who ends early with `for await` ends the answer too. */
export const listed = (operation: Operation, parameters: Parameters, signal: AbortSignal): AsyncGenerator<unknown> => {
  if (operation.answer !== "page" && operation.answer !== "stream") return whole(operation, parameters, signal)
  return methods[operation.area]![operation.name]!.all(withShop(operation, parameters), {
    ...timeoutOf(operation),
    signal
  })
}

async function* whole(operation: Operation, parameters: Parameters, signal: AbortSignal): AsyncGenerator<unknown> {
  const { data } = await call(operation, parameters, { signal })
  if (Array.isArray(data)) yield* data
}
