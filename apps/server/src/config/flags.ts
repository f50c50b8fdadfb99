/** The flags of `bottega serve`: one table that parsing, help and documentation are made from. */

import { clockEndMs } from "@bottega/domain/areas/clock"
import { daysRule, defaultKeep, isDays } from "@bottega/domain/contract"
import { type Policy, policies } from "@bottega/domain/throttle"
import { senderOf, smtpServerOf } from "@bottega/service"
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

/** The path of a file. An address, which is meant for another flag, would be a path of new folders. */
const dataFile = matching(
  /^(?![a-z][a-z\d+.-]*:\/\/)/i,
  "must be the path of a file, not an address, which --url and --mongo take"
)

const headerNames = (given: string): Result.Result<ReadonlyArray<string>, string> => {
  const names = given.split(",").map((name) => name.trim())
  return names.every((name) => /^X-[A-Za-z0-9-]{1,60}$/i.test(name))
    ? Result.succeed(names)
    : Result.fail("must be names of headers that begin with X-, separated by commas")
}

const days = (given: string): Result.Result<number, string> =>
  /^\d{1,5}(\.\d{1,9})?$/.test(given) && isDays(Number(given)) ? Result.succeed(Number(given)) : Result.fail(daysRule)

const instant = (given: string): Result.Result<number, string> =>
  /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(given) && Date.parse(given) >= 0 && Date.parse(given) < clockEndMs
    ? Result.succeed(Date.parse(given))
    : Result.fail("must be an instant from 1970 to 2099, such as 2026-01-31T09:00:00Z")

const address = matching(/^[^\s/]+$/, "must be a host name or an IP address")

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
    "The file of the token and the key sets; by default beside the data file and named after it: shop.credentials.json.",
    text
  ),
  demo: off("Open the demo shop, with its key sets, if the store has no shop."),
  workbench: off("Run for development: calls can be made to fail on purpose. --demo includes it."),
  seed: optional(
    "<file>",
    "Open the shop of this export, with key sets for the credentials file, unless the store has it already.",
    text
  ),
  now: optional(
    "<instant>",
    "The instant at which the clock begins, in ISO 8601 with its offset; needs --memory and --workbench or --demo.",
    instant
  ),
  "random-seed": optional(
    "<number>",
    "Make the same ids and secrets at each start, and let the clock stand still until it is moved; needs --now.",
    between(0, 2 ** 31)
  ),
  "demo-orders": flag(
    "<count>",
    "How many orders the demo shop begins with, up to 1000000.",
    between(0, 1_000_000),
    200
  ),
  "public-url": optional("<url>", "The beginning of absolute addresses in answers.", url),
  "trust-proxy": off("Take a caller's address from X-Forwarded-For."),
  "allow-private-urls": off(
    "Allow private addresses, and http, for webhooks, real-time endpoints and the auth_url of a key set."
  ),
  "keep-events": flag("<days>", "How many days events and their deliveries are kept.", days, defaultKeep.events),
  "keep-events-count": optional(
    "<count>",
    "How many changes of each shop may keep their events; older events are removed before their days have passed.",
    between(1, 1_000_000_000)
  ),
  "keep-ledger": flag(
    "<days>",
    "How many days each movement of stock is kept; older ones become one opening entry for each SKU.",
    days,
    defaultKeep.ledger
  ),
  "keep-mail": flag(
    "<days>",
    "How many days messages to customers and to the shop are kept, sent or not.",
    days,
    defaultKeep.mail
  ),
  "smtp-url": {
    ...optional(
      "<url>",
      `The SMTP server that mail is sent through: smtp://user:password@host:587, or smtps://…; one with a password belongs in ${fileVariableOf(variableOf("smtp-url"))}. Without it messages are kept and not sent.`,
      smtpServerOf
    ),
    inFile: true
  },
  "mail-from": optional("<address>", "The address that all mail is sent from; replies go to the shop's own.", senderOf),
  "no-throttle": off("Count no calls, for load tests."),
  "limit-header": flag<ReadonlyArray<string>>(
    "<names>",
    "Further headers with the value of X-Service-Limit, separated by commas.",
    headerNames,
    []
  ),
  "no-cors": off("Keep web pages of other origins from reading answers."),
  "log-level": flag<Level>(
    "<level>",
    "The lowest level that is logged: info (each request), warn, error, silent.",
    oneOf("info", "warn", "error", "silent"),
    "info"
  ),
  "log-format": optional<LogFormat>(
    "<format>",
    "The format of log lines: json or text; by default text on a terminal and json elsewhere.",
    oneOf("json", "text")
  ),
  "ready-file": optional(
    "<path>",
    "A file that the server writes when it is ready, with its address and credentials.",
    text
  ),
  record: optional(
    "<file>",
    "Write the calls of shops and their answers to this file, as an HTTP Archive; needs --workbench or --demo.",
    text
  ),
  "record-size": flag(
    "<MiB>",
    "The largest size of the file of --record; recording stops there.",
    between(1, 1024),
    64
  ),
  wait: flag(
    "<seconds>",
    "How long a start waits for other processes that upgrade the store, or use it while it must be upgraded.",
    seconds(86_400),
    0
  ),
  "shutdown-delay": flag(
    "<seconds>",
    "How long the server goes on serving after SIGTERM, with /readyz at 503, before it drains.",
    seconds(600),
    2
  ),
  token: secret(
    "The operator's token; by default made at the first start.",
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
          { ...optional<string>("", "Keep everything in memory until the process ends.", text), placeholder: undefined }
        ]
      : needs === "file"
        ? ["data", optional("<file>", "The data file; by default ./bottega.db.", dataFile)]
        : [
            name,
            {
              ...optional<string>(
                "<uri>",
                `The connection string of a ${name} for all data; put one with a password in ${fileVariableOf(variableOf(name))}.`,
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
  return optional(`<calls[/${unit}]>`, `The limit ${name}; by default ${policy.limit}/${second}.`, read)
}

/** All of them. */
export const table = { ...storeFlags, ...flags, ...policyFlags }
