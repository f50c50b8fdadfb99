/** An endpoint with its handler, ready to run. */
import { type Any, type Contract, type Entry, entries, type Reader, reader } from "@bottega/domain/contract"
import type { Schema } from "effect"
import type { Handler } from "./handler.ts"

/** An endpoint ready to run. */
export interface Operation extends Entry, Reader {
  readonly handle: Handler<Any>
  /** Whether it is called through the control surface, as an operation of the shop in its path. */
  readonly inShop?: true
}

/** Handlers by the names of their areas and endpoints. */
export type AllHandlers = Readonly<Record<string, Readonly<Record<string, Handler<Any>>>>>

/**
 * The same operations as callers of the control surface call them, below `/control/v1/shop/<shop>`: the same handlers, counted by no
 * limit.
 */
export const throughControl = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  operations
    .filter(({ endpoint }) => endpoint.surface === "shop")
    .map((operation) => {
      const { endpoint } = operation
      const { path } = endpoint
      const own = {
        surface: "control",
        path: `/shop/:shop${path}`,
        throttle: undefined,
        throttleIf: undefined
      } as const
      return { ...operation, endpoint: { ...endpoint, ...own }, inShop: true }
    })

/** Every endpoint of a contract with its handler. */
export const operationsOf = (contract: Contract, handlers: AllHandlers): ReadonlyArray<Operation> =>
  entries(contract).map((entry) => ({
    ...entry,
    ...reader((entry.endpoint.input as Schema.Top).ast),
    handle: handlers[entry.area]![entry.name]!
  }))
