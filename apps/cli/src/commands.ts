/** The commands that move a shop between stores, those that copy or check a whole store, and those for assistants and developers. */

import type { Command } from "./command.ts"
import { connection, help, json, type Option, stores, wait } from "./options.ts"

const output: Option = {
  name: "output",
  placeholder: "<file>",
  description: "The file to write, which appears only when complete; - for stdout, the default."
}
const shop: Option = {
  name: "shop",
  placeholder: "<id>|all",
  description: "The shop to export, or all of them; required if there are several."
}
const salvage: Option = {
  name: "salvage",
  placeholder: undefined,
  description: "From a damaged file, export what can be read, report what is lost, and exit with 1 if anything is."
}
const restart: Option = {
  name: "restart",
  placeholder: undefined,
  description: "First remove what another, unfinished import of the same shop left."
}

const writing: Option = {
  name: "write",
  placeholder: undefined,
  description: "Allow operations that change the store; without it, only those that read are called."
}

const forwardTo: Option = {
  name: "forward-to",
  placeholder: "<url>",
  description: "The address of your handler, such as http://localhost:3000/hook. Required."
}
const events: Option = {
  name: "events",
  placeholder: "<names>",
  description: "Only these events, separated by commas: order.*,customer.created. By default all."
}
const map: Option = {
  name: "map",
  placeholder: "<events=path,...>",
  description: "Other paths on the same server for some events: 'stock.*=/stock,customer.*=/people'."
}
const follow: Option = {
  name: "follow",
  placeholder: undefined,
  description: "Print further requests too, until the command is interrupted."
}
const status: Option = {
  name: "status",
  placeholder: "<status>",
  description: "Only requests that were answered with this status: 404, or 4xx for 400 to 499."
}
const path: Option = {
  name: "path",
  placeholder: "<text>",
  description: "Only requests whose path has this text in it."
}
const yes: Option = {
  name: "yes",
  placeholder: undefined,
  description: "Do not ask, even if the shop is not a demo shop."
}

const ofCsv: ReadonlyArray<Option> = [
  { name: "kind", placeholder: "<kind>", description: "The file is CSV, and its rows are products or customers." },
  {
    name: "columns",
    placeholder: "<header=name,...>",
    description: "With --kind: the parameters of columns whose headers are not known: 'Prezzo=price'."
  },
  {
    name: "dry-run",
    placeholder: undefined,
    description: "With --kind: report what would be refused, and write nothing."
  },
  { name: "shop", placeholder: "<id>", description: "With --kind: the shop, if there are several." }
]

const pulling: ReadonlyArray<Option> = [
  {
    name: "from",
    placeholder: "<url>",
    description: "The server to pull from, such as https://api.example. Required."
  },
  { name: "key", placeholder: "<key>", description: "A key set of the shop there; a read-only one is enough." },
  {
    name: "exchange",
    placeholder: "<exchange>",
    description: "The other half of the key set; other users of a machine see options, but not the environment."
  },
  {
    name: "rate",
    placeholder: "<number>",
    description:
      "The most calls per second; 5 by default. A tenth of the quota there is always left to other applications."
  },
  {
    name: "with",
    placeholder: "<names>",
    description:
      "Also fetch timeline, tracking, or both separated by a comma, for one more call per order each. By default neither."
  },
  {
    name: "yes",
    placeholder: undefined,
    description: "Accept the price of --with without being asked; without a terminal it is accepted anyway."
  },
  {
    name: "pictures-from",
    placeholder: "<hosts>",
    description: "Further hosts that pictures are fetched from, besides that of --from; separated by commas."
  },
  {
    name: "shop",
    placeholder: "<id>",
    description: "The shop here that an earlier pull made; it is found automatically by default."
  },
  {
    name: "remove",
    placeholder: undefined,
    description: "Remove what the source no longer lists, even if that is more than half of a kind."
  }
]

export const commands: ReadonlyArray<Command> = [
  {
    name: "export",
    usage: "export [flags]",
    summary: "Export a whole shop, one line of JSON per document.",
    examples: ["bottega export --output shop.ndjson", "bottega export --data old.db --shop all | gzip > all.ndjson.gz"],
    options: [shop, output, salvage, ...stores, json, help],
    load: async () => (await import("./maintenance/export.ts")).run
  },
  {
    name: "import",
    usage: "import <file>|- [flags]",
    summary:
      "Import what export wrote or, with --kind, products or customers from CSV. Run it again after an interruption.",
    examples: [
      "bottega import shop.ndjson --data new.db",
      "gunzip -c all.ndjson.gz | bottega import - --data new.db",
      "bottega import products.csv --kind products --dry-run"
    ],
    options: [restart, ...ofCsv, ...stores, wait, json, help],
    operand: "file",
    load: async () => (await import("./maintenance/import.ts")).run
  },
  {
    name: "pull",
    usage: "pull --from <url> [flags]",
    summary:
      "Copy a whole shop from another server of this API. Run it again to continue, or to fetch what has changed.",
    examples: [
      "bottega pull --from https://api.example --key 5f… --exchange 9a…",
      "bottega pull --from https://api.example --with timeline,tracking --rate 2 --data new.db"
    ],
    options: [...pulling, ...stores, json, help],
    load: async () => (await import("./maintenance/pull.ts")).run
  },
  {
    name: "backup",
    usage: "backup <file> [flags]",
    summary: "Copy the whole store into a new file, even while servers write to it.",
    examples: ["bottega backup /backups/monday.db", "bottega backup monday.db --data shop.db --json"],
    options: [...stores, json, help],
    operand: "file",
    load: async () => (await import("./maintenance/backup.ts")).run
  },
  {
    name: "doctor",
    usage: "doctor [flags]",
    summary:
      "Check a store and report what is wrong. Changes only the record of its run. Exits with 1 if something is wrong.",
    examples: ["bottega doctor", "bottega doctor --data new.db --json"],
    options: [...stores, json, help],
    load: async () => (await import("./maintenance/doctor.ts")).run
  },
  {
    name: "listen",
    usage: "listen --forward-to <url> [flags]",
    summary: "Send a shop's events to a handler on this machine as they happen, signed like webhooks.",
    examples: [
      "bottega listen --forward-to http://localhost:3000/hook",
      "bottega listen --forward-to http://localhost:3000/hook --events 'order.*,customer.created' --map 'customer.*=/people'",
      "bottega listen --forward-to http://localhost:3000 --url https://shop.example --credentials shop.credentials.json"
    ],
    options: [forwardTo, events, map, ...connection, json, help],
    load: async () => (await import("./listen/command.ts")).run
  },
  {
    name: "trigger",
    usage: "trigger <event> [flags]",
    summary: "Make an event happen by real operations. In a shop that is not a demo shop it asks first.",
    examples: ["bottega trigger order.paid", "bottega trigger stock.changed --url http://127.0.0.1:8080"],
    options: [yes, ...connection, json, help],
    operand: "event",
    load: async () => (await import("./trigger/command.ts")).run
  },
  {
    name: "logs",
    usage: "logs [flags]",
    summary: "Print the last requests that a server answered and, with --follow, each further one.",
    examples: [
      "bottega logs --url http://127.0.0.1:8080",
      "bottega logs --url http://127.0.0.1:8080 --follow --status 4xx --path orders"
    ],
    options: [follow, status, path, ...connection, json, help],
    load: async () => (await import("./logs.ts")).run
  },
  {
    name: "console",
    usage: "console [flags]",
    summary: "Print an address that signs you in to the console as the operator, once and within ten minutes.",
    examples: ["bottega console", "bottega console --url https://shop.example --credentials shop.credentials.json"],
    options: [...connection, json, help],
    load: async () => (await import("./console.ts")).run
  },
  {
    name: "mcp",
    usage: "mcp [flags]",
    summary: "Let an assistant use the store: a server of the Model Context Protocol over stdin and stdout.",
    examples: ["bottega mcp", "bottega mcp --url https://shop.example --credentials till.credentials.json --write"],
    options: [writing, ...connection, help],
    load: async () => (await import("./mcp/command.ts")).run
  }
]
