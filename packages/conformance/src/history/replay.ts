/** Replays a history on a shop of each of several stores and on the model; throws if any two of them differ. */
import { expect } from "vitest"
import { kinds } from "./calls.ts"
import type { Minutes } from "./coupons.ts"
import type { Drawn } from "./drawn.ts"
import { Model, type Operations, type Outcome } from "./model.ts"
import type { Pick } from "./names.ts"
import { type Observed, type Sent, Shop, type TestedStore } from "./shop.ts"
import { type History, looksAt, type Step } from "./steps.ts"

/** Replays a history on a fresh shop of each store, and compares it with the model and with the first store. */
export const replay = async ({ setup, steps }: History, all: ReadonlyArray<TestedStore>): Promise<void> => {
  const model = new Model(setup)
  const { clock } = all[0]!.stores[0]
  const begun = Math.floor(clock.now() / 1000)
  const shops = await Promise.all(all.map((instances) => Shop.open(instances, setup)))
  const wait = (minutes: number) => {
    model.wait(minutes)
    clock.advance(minutes * 60_000)
  }
  const keyed: Array<Sent> = []
  const ask = async (call: Sent, instance: 0 | 1) => {
    if (call.operation === "orders.remove") {
      const { authorization_code: code, orderID } = call.parameters as Operations["orders.remove"]
      for (const shop of shops) await shop.issue(orderID, code)
      if (code === "kept too long") wait(16)
    }
    const expected = model.answer(call)
    let first: string | undefined
    for (const shop of shops) {
      const observed = await shop.send(call, instance)
      const text = JSON.stringify(observed)
      const said = `${shop.name} answers ${text}`
      hold(said, observed, expected, call)
      // Whatever the model does not describe must be the same in every store, in the same order.
      expect(text, `${said}\n${shops[0]!.name} answers otherwise`).toBe((first ??= text))
    }
  }
  const step = async (next: Step) => {
    if ("minutes" in next) return wait(next.minutes)
    const call = "again" in next ? keyed[next.again % keyed.length] : callOf(next, model, begun)
    if (call === undefined) return
    if (call.key !== undefined && !keyed.includes(call)) keyed.push(call)
    await ask(call, kinds[call.operation].first === true ? 0 : next.instance)
  }
  for (const [at, next] of steps.entries()) await step(next).catch((cause) => differs(at + 1, cause))
  for (const look of looksAt((kind) => model.made(kind)))
    await step(look).catch((cause) => differs(steps.length, cause))
}

/** Two answers differ after that many steps. */
export class Difference extends Error {
  readonly steps: number

  constructor(steps: number, cause: unknown) {
    super(String(cause instanceof Error ? cause.message : cause), { cause })
    this.steps = steps
  }
}
const differs = (steps: number, cause: unknown): never => {
  throw new Difference(steps, cause)
}

/** A call with the names of what it picks. */
const callOf = ({ flaws, key, operation, parameters }: Drawn, model: Model, begun: number): Sent => {
  const named = replaced(parameters, isPick, (pick) => nameOf(pick, model))
  const flawed = Object.assign({}, named, ...Object.values(flaws))
  const sent = replaced(flawed, isMinutes, ({ minutes }) => begun + minutes * 60)
  return { operation, parameters: named as never, wrong: Object.keys(flaws), key, sent: sent as object }
}

/** One of those that were made, or number 0, which does not exist. */
const nameOf = ({ n, pick }: Pick, model: Model): string => {
  const made = model.made(pick)
  return `${pick} ${n === 0 || made === 0 ? 0 : ((n - 1) % made) + 1}`
}

/** A value in which each part of a kind is replaced. */
const replaced = <A>(value: unknown, is: (part: object) => part is A & object, by: (part: A) => unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => replaced(one, is, by))
  if (is(value)) return by(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, is, by)]))
}
const isPick = (part: object): part is Pick => "pick" in part
const isMinutes = (part: object): part is Minutes => "minutes" in part

/** Compares an answer with what the model expects. */
const hold = (said: string, observed: Observed, expected: Outcome, { sent }: Sent): void => {
  const { body, status, type, wrong } = expected
  expect([observed.status, observed.replayed], said).toEqual([status, expected.replayed])
  if (status === 200) expect(observed.body, said).toMatchObject(body as object)
  else {
    const { error } = observed.body as { readonly error: { type: string; details: ReadonlyArray<{ path: string }> } }
    expect(error.type, said).toBe(type)
    if (wrong !== undefined) expect(error.details.map(({ path }) => path).sort(), said).toEqual([...wrong].sort())
  }
  if (Array.isArray(body)) expect(observed.pages, said).toEqual(pagesOf(body.length, sent as { limit?: number }))
}

/** The lengths of full pages and of a last, partial one. */
const pagesOf = (length: number, { limit = Number.POSITIVE_INFINITY }: { readonly limit?: number }) => [
  ...Array.from({ length: Math.floor(length / limit) }, () => limit),
  length % limit
]

/** A step as a line for a reader. */
export const lineOf = (step: Step): string => {
  if ("minutes" in step) return `wait ${step.minutes} minutes`
  if ("again" in step) return `again ${step.again}${step.instance === 0 ? "" : ", at the second instance"}`
  const { instance, flaws, key, operation, parameters } = step
  const picked = replaced(parameters, isPick, ({ n, pick }) => `${pick} ${n}`)
  const plain = JSON.stringify(replaced(picked, isMinutes, ({ minutes }) => `${minutes} minutes`))
  const wrong = Object.values(flaws).map((flaw) => `, but ${JSON.stringify(flaw)}`)
  const extra = [
    ...(key === undefined ? [] : [`, key ${key}`]),
    ...(instance === 0 ? [] : [", at the second instance"])
  ]
  return [operation, " ", plain, ...wrong, ...extra].join("")
}
