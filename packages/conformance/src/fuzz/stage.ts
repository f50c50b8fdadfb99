/**
 * The shop that a part of a run uses: its callers, and what is remembered about it. A long run opens one after another.
 */
import { Bottega } from "@bottega/client"
import type { Any } from "@bottega/domain/contract"
import type { Chance } from "@bottega/service/demo"
import type { Store } from "../surface.ts"
import { Subjects } from "./subjects.ts"
import type { Parameters } from "./values.ts"

type Headers = ReadonlyArray<readonly [name: string, value: string]>

/** A shop with its callers. */
export interface Stage {
  readonly id: string
  /** The value of the `Host` header. */
  readonly host: string
  readonly subjects: Subjects
  /** The clients of its callers, for calls of the run itself. */
  readonly clients: Pick<Store, "api" | "operator" | "as" | "pairs"> & { readonly shop: Pick<Store["shop"], "id"> }
  /** Valid parameters of operations that the run has not called successfully, by the operation's id. */
  readonly shown: Map<string, Parameters>
  /** Makes a text that no other stage sends, and this one only once. */
  readonly fresh: () => string
  /** The other stages' marks in a text, made by their {@link Stage.fresh}. */
  readonly foreign: (text: string) => ReadonlyArray<string>
  /** The headers of one of the callers of an operation, and whether that caller is admitted. */
  readonly caller: (endpoint: Any, chance: Chance) => readonly [headers: Headers, known: boolean]
  /** Secrets that no answer may show. */
  readonly secrets: Set<string>
}

/** The address and token of a server. */
export interface Reached {
  readonly url: string
  readonly token: string
}

let opened = 0

/** Opens a shop with every module and two key sets. */
export const openStage = async ({ token, url }: Reached): Promise<Stage> => {
  const operator = new Bottega({ url, token, retries: 3 })
  const emails = ["orders@example.com"]
  const settings = { modules: ["b2b"], partner_owned: true, emails, mail_customers: 1 } as const
  const shop = await operator.shops.create({ name: `Fuzzed ${opened + 1}`, ...settings })
  const writing = await operator.keys.create({ shop: shop.id, permission: "read-write" })
  const reading = await operator.keys.create({ shop: shop.id, permission: "read" })
  const number = ++opened
  // The number twice: digits that are inserted into a mark of this shop make no mark of another one.
  const own = `zq${number}q${number}x`
  const foreign = (text: string) => (text.match(/zq(\d+)q\1x/g) ?? []).filter((mark) => mark !== own)
  const subjects = new Subjects((value) => foreign(value).length > 0)
  subjects.protect("shops", "id", shop.id)
  for (const { key } of [writing, reading]) subjects.protect("keys", "key", key)
  let count = 0
  const as = (pair: Pair) => new Bottega({ url, ...pair, retries: 3 })
  const clients = { operator, as, api: as(writing), pairs: { api: writing, reader: reading, stranger: reading }, shop }
  const pairs = {
    writing: headersOf(writing),
    reading: headersOf(reading),
    operator: [["Authorization", `Bearer ${token}`]] as const
  }
  return {
    id: shop.id,
    host: new URL(url).host,
    subjects,
    clients,
    shown: new Map(),
    fresh: () => `${own}${++count}`,
    foreign,
    caller: (endpoint, chance) => callerOf(endpoint, chance, pairs),
    secrets: new Set([token, writing.exchange, reading.exchange])
  }
}

interface Pair {
  readonly key: string
  readonly exchange: string
}

const headersOf = ({ exchange, key }: Pair): Headers => [
  ["key", key],
  ["exchange", exchange]
]

type Callers = Readonly<Record<"writing" | "reading" | "operator", Headers>>

const callerOf = ({ method, surface }: Any, chance: Chance, callers: Callers): readonly [Headers, boolean] => {
  if (chance.is(0.97)) {
    if (surface === "control") return [callers.operator, true]
    return [method === "GET" && chance.is(0.2) ? callers.reading : callers.writing, true]
  }
  const { operator, reading, writing } = callers
  const [[, key], [, exchange]] = [reading[0]!, writing[1]!]
  const others: ReadonlyArray<Headers> = [
    ...([
      [],
      [
        ["key", key],
        ["exchange", exchange]
      ],
      [["key", key]],
      [...writing, ...reading],
      [...writing, ...operator]
    ] as const),
    ...([
      reading,
      surface === "control" ? writing : operator,
      [["Authorization", "Bearer x"]],
      [["Authorization", "Basic eDp5"]]
    ] as const),
    ...([
      [
        ["key", "f".repeat(64)],
        ["exchange", "0".repeat(64)]
      ],
      [
        ["key", ""],
        ["exchange", ""]
      ]
    ] as const)
  ]
  return [chance.of(others), false]
}
