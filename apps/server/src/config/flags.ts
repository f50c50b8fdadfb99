/** The flags of `bottega serve`: one table that parsing, help and documentation are made from. */

import { defaultKeep } from "@bottega/domain/contract"
import { type Policy, policies } from "@bottega/domain/throttle"
import { adapters } from "@bottega/storage/adapters"
import { Result } from "effect"
import type { Level, LogFormat } from "../log/log.ts"
import {
  between,
  type Flag,
  fileVariableOf,
  flag,
  matching,
  off,
  oneOf,
  seconds,
  secret,
  text,
  variableOf
} from "./flag.ts"

const optional = <A>(placeholder: string, description: string, read: Flag<A>["read"]): Flag<A | undefined> =>
  flag<A | undefined>(placeholder, description, read, undefined)

const url = (given: string): Result.Result<string, string> => {
  const parsed = URL.parse(given)
  const plain =
    parsed !== null && /^https?:$/.test(parsed.protocol) && `${parsed.search}${parsed.hash}${parsed.username}` === ""
  return plain
    ? Result.succeed(given.replace(/\/+$/, ""))
    : Result.fail("must be an http or https address without a query")
}

const headerNames = (given: string): Result.Result<ReadonlyArray<string>, string> => {
  const names = given.split(",").map((name) => name.trim())
  return names.every((name) => /^X-[A-Za-z0-9-]{1,60}$/i.test(name))
    ? Result.succeed(names)
    : Result.fail("must be names of headers that begin with X-, parted by commas")
}

const days = (given: string): Result.Result<number, string> =>
  /^\d{1,5}(\.\d{1,9})?$/.test(given) && Number(given) > 0
    ? Result.succeed(Number(given))
    : Result.fail("must be a number of days above 0 and below 100000, with or without a fraction")

const address = matching(/^[^\s/]+$/, "must be an address")

const half = (description: string) => secret(description, matching(/^[0-9a-f]{64}$/i, "must be 64 hex digits"))

/** The flags that do not depend on the registry of adapters or on the policies. */
export const flags = {
  port: flag("<port>", "The port to listen on; 0 picks a free one.", between(0, 65535), 8080),
  host: flag("<address>", "The address to listen on; 0.0.0.0 or :: for all.", address, "127.0.0.1"),
  "control-host": optional("<address>", "The address of --control-port; 127.0.0.1 by default.", address),
  "control-port": optional(
    "<port>",
    "Serve the control surface and /metrics on this port, and not on --port.",
    between(0, 65535)
  ),
  "tls-cert": optional(
    "<file>",
    "Speak https with this certificate, in PEM, followed by its chain; a replaced file is used within ten seconds.",
    text
  ),
  "tls-key": optional("<file>", "The private key of --tls-cert, in PEM and not encrypted.", text),
  credentials: optional(
    "<file>",
    "Where token and key sets are kept; by default beside the data file, with .credentials.json after its name.",
    text
  ),
  demo: off("Open the demo shop, with its key sets, if the store has no shop."),
  "demo-orders": flag(
    "<count>",
    "How many orders the demo shop begins with, up to 1000000.",
    between(0, 1_000_000),
    200
  ),
  "public-url": optional("<url>", "What absolute addresses in answers begin with.", url),
  "trust-proxy": off("Take a caller's address from X-Forwarded-For."),
  "allow-private-urls": off(
    "Let webhooks and real-time endpoints have private addresses, and real-time ones plain http on a loopback one."
  ),
  "keep-events": flag(
    "<days>",
    "How many days events are kept, once all who wait for them have them.",
    days,
    defaultKeep.events
  ),
  "keep-ledger": flag(
    "<days>",
    "How many days each movement of stock is kept; older ones become one opening entry for each SKU.",
    days,
    defaultKeep.ledger
  ),
  "keep-mail": flag("<days>", "How many days messages to customers are kept.", days, defaultKeep.mail),
  "no-throttle": off("Count no calls, for load tests."),
  "limit-header": flag<ReadonlyArray<string>>(
    "<names>",
    "Further headers with the value of X-Service-Limit, parted by commas.",
    headerNames,
    []
  ),
  "no-cors": off("Do not let web pages of other origins read answers."),
  "log-level": flag<Level>(
    "<level>",
    "The least that is logged: info (each request), warn, error, silent.",
    oneOf("info", "warn", "error", "silent"),
    "info"
  ),
  "log-format": optional<LogFormat>(
    "<format>",
    "How lines of the log look: json or text; by default text on a terminal and json elsewhere.",
    oneOf("json", "text")
  ),
  "ready-file": optional(
    "<path>",
    "A file that is written, with address and credentials, once the server is ready.",
    text
  ),
  "shutdown-delay": flag(
    "<seconds>",
    "How long the server goes on serving after SIGTERM, not ready, before it drains.",
    seconds(600),
    2
  ),
  token: secret(
    "The operator's token; made at the first start where it is not given.",
    matching(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 characters without spaces")
  ),
  "demo-key": half("The key of the demo shop's pair that may read and write."),
  "demo-exchange": half("The exchange that goes with it."),
  "demo-read-key": half("The key of the demo shop's pair that may only read."),
  "demo-read-exchange": half("The exchange that goes with it.")
}

/** A flag for each adapter in the registry: `--memory`, `--data <file>`. */
export const storeFlags: Readonly<Record<string, Flag<string | undefined>>> = Object.fromEntries(
  adapters.map(({ name, needs }) =>
    needs === "nothing"
      ? [
          name,
          { ...optional<string>("", "Keep everything in this process, until it ends.", text), placeholder: undefined }
        ]
      : needs === "file"
        ? [
            "data",
            optional("<file>", "The file that everything is kept in; ./bottega.db where no store is named.", text)
          ]
        : [
            name,
            {
              ...optional<string>(
                "<uri>",
                `Keep everything in ${name}, by its connection string; one with a password belongs in ${fileVariableOf(variableOf(name))}.`,
                matching(/^[a-z][a-z+]*:\/\/./, "must be a connection string, <scheme>://<server>/<database>")
              ),
              inFile: true
            }
          ]
  )
)

/** A flag for each policy: `--throttle-daily 100000/86400`. */
export const policyFlags: Readonly<Record<string, Flag<Policy | undefined>>> = Object.fromEntries(
  Object.entries(policies).map(([name, policy]) => [`throttle-${name}`, policyFlag(name, policy)])
)

function policyFlag(name: string, policy: Policy): Flag<Policy | undefined> {
  const [unit, second] = policy.kind === "window" ? ["seconds", policy.window] : ["leak per second", policy.leak]
  const read = (given: string): Result.Result<Policy, string> => {
    const [, limit, rate = String(second)] = /^([1-9]\d{0,11})(?:\/(\d{1,9}(?:\.\d{1,3})?))?$/.exec(given) ?? []
    if (limit === undefined || Number(rate) === 0) return Result.fail(`must be a number of calls, or calls/${unit}`)
    const own = policy.kind === "window" ? { window: Number(rate) } : { leak: Number(rate) }
    return Result.succeed({ ...policy, limit: Number(limit), ...own } as Policy)
  }
  return optional(`<calls[/${unit}]>`, `The limit ${name}; ${policy.limit}/${second} where nothing is said.`, read)
}

/** All of them. */
export const table = { ...storeFlags, ...flags, ...policyFlags }
