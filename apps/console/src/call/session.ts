/** The session of this browser, and the shop that it shows. */
import { signal } from "@preact/signals"
import type { Operation } from "../contract/operation.ts"
import { call, callFor, operationsById } from "./client.ts"
import { errorIn } from "./error.ts"
import { whyOf } from "./why.ts"

/** What the server says of a session. */
interface Session {
  readonly person: string | null
  readonly role: "operator" | "owner" | "reads"
  readonly shops: ReadonlyArray<string>
}

/** A shop as the console shows it. */
export interface Shop {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly timezone: string
  readonly modules: ReadonlyArray<string>
  readonly partner_owned: 0 | 1
}

/**
 * Whether someone has signed in: `out` says why not, if there is a reason, and has the code that did not sign in, if that was one
 * of a person.
 */
export type State =
  | { readonly kind: "asking" }
  | Out
  | { readonly kind: "in"; readonly session: Session; readonly shops: ReadonlyArray<Shop> }
export type Out =
  | { readonly kind: "unreachable"; readonly why: string }
  | { readonly kind: "out"; readonly why: string | undefined; readonly code?: string | undefined }

export const state = signal<State>({ kind: "asking" })
/** Set once the session has ended while the console is shown, whose pages stay as they are until someone signs in again. */
export const ended = signal<Out | undefined>(undefined)
/** The shop that the console shows. */
export const shop = signal<Shop | undefined>(undefined)
/** Whether the last call found the server. */
export const isOffline = signal(false)

const create = operationsById.get("session.create")!
const read = operationsById.get("session.read")!

/**
 * Signs in: with a code of the address; else with the session that the browser has; else with the code that the page of a
 * demo shop has.
 */
export const begin = async (code: string | undefined, demoCode: string | undefined): Promise<void> => {
  try {
    const session = code === undefined ? await current(demoCode) : ((await call(create, { code })).data as Session)
    if (session === undefined) return leave({ kind: "out", why: undefined })
    // The console is shown already, for this session.
    if (state.value.kind === "in" && ended.value === undefined && code === undefined) return
    state.value = await entered(session)
    ended.value = undefined
  } catch (cause) {
    const error = errorIn(cause)
    const why = whyOf(cause)
    const isRefused = error?.status === 401 || error?.status === 400
    // Those of the operator name no shop, and nobody is mailed another one.
    const own = code?.includes("-") ? code : undefined
    leave(isRefused ? { kind: "out", why, code: own } : { kind: "unreachable", why })
  }
}

/** Asks who signs in: instead of the console, or above it if it is shown. */
const leave = (out: Out): void => {
  if (state.value.kind === "in") ended.value = out
  else state.value = out
}

/** Checks whether the session has ended, and whether it goes on because someone signed in meanwhile. */
export const lookAgain = (): Promise<void> => begin(undefined, undefined)

const current = async (demoCode: string | undefined): Promise<Session | undefined> => {
  try {
    return (await call(read)).data as Session
  } catch (cause) {
    if (errorIn(cause)?.status !== 401) throw cause
    return demoCode === undefined ? undefined : ((await call(create, { code: demoCode })).data as Session)
  }
}

const entered = async (session: Session): Promise<State> => {
  const one = operationsById.get("shops.read")!
  const ids = session.shops.slice(0, maxShops)
  const shops = await Promise.all(ids.map(async (id) => (await call(one, { id })).data as Shop))
  return { kind: "in", session, shops }
}
/** An operator's console lists this many shops by name. */
const maxShops = 50

/** Shows a shop, if it is one of the session's. */
export const choose = (id: string | undefined): void => {
  if (state.value.kind !== "in" || shop.value?.id === id) return
  const found = state.value.shops.find((one) => one.id === id)
  callFor(found?.id)
  shop.value = found
}

/** Ends the session. */
export const signOut = async (): Promise<void> => {
  await call(operationsById.get("session.remove")!)
  ended.value = undefined
  state.value = { kind: "out", why: undefined }
}

/** Notes what a failed call says of the session and of the connection. */
export const notice = (cause: unknown): void => {
  const error = errorIn(cause)
  // Some operations refuse a session that has not ended, because they are for key sets.
  if (error?.status === 401) void lookAgain()
  isOffline.value = error?.type === "network_error"
}

/** Whether it is worth asking the server for an operation, which decides itself. */
export const mayCall = ({ audience, method, secret }: Operation): boolean => {
  if (state.value.kind !== "in") return false
  const { role } = state.value.session
  if (role === "operator") return true
  return audience !== "operator" && (role === "owner" || (method === "GET" && secret !== true))
}
