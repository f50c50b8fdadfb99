/** The commands that move a shop from one store to another, and those that copy and examine a whole store. */
import type { Own } from "../help.ts"
import { help, json, type Option, stores } from "../options.ts"
import type { Given } from "./given.ts"

/** A command of its own options, and what runs it. */
export interface Command extends Required<Own> {
  /** What its operand is called, where it takes one. */
  readonly operand?: string
  readonly load: () => Promise<(given: Given) => Promise<number>>
}

const output: Option = {
  name: "output",
  placeholder: "<file>",
  description: "The file to write, whole or not at all; - for stdout, where nothing is said."
}
const shop: Option = {
  name: "shop",
  placeholder: "<id>|all",
  description: "The shop to write down, or all of them; needed where there are several."
}
const salvage: Option = {
  name: "salvage",
  placeholder: undefined,
  description: "Of a damaged file: write down what can be read, say what is lost, and end with 1 if anything is."
}
const restart: Option = {
  name: "restart",
  placeholder: undefined,
  description: "Take away first what another import of the same shop left unfinished."
}

export const commands: ReadonlyArray<Command> = [
  {
    name: "export",
    usage: "export [flags]",
    summary: "Write a whole shop down, a line of JSON for each document.",
    examples: ["bottega export --output shop.ndjson", "bottega export --data old.db --shop all | gzip > all.ndjson.gz"],
    options: [shop, output, salvage, ...stores, json, help],
    load: async () => (await import("./export.ts")).run
  },
  {
    name: "import",
    usage: "import <file>|- [flags]",
    summary: "Take in what export wrote. Run again after an interruption, it goes on where it was.",
    examples: ["bottega import shop.ndjson --data new.db", "gunzip -c all.ndjson.gz | bottega import - --data new.db"],
    options: [restart, ...stores, json, help],
    operand: "file",
    load: async () => (await import("./import.ts")).run
  },
  {
    name: "backup",
    usage: "backup <file> [flags]",
    summary: "Copy the whole store into a new file, also while servers write to it.",
    examples: ["bottega backup /backups/monday.db", "bottega backup monday.db --data shop.db --json"],
    options: [...stores, json, help],
    operand: "file",
    load: async () => (await import("./backup.ts")).run
  },
  {
    name: "doctor",
    usage: "doctor [flags]",
    summary: "Examine a store, without a change to it, and say what is wrong. Ends with 1 when something is.",
    examples: ["bottega doctor", "bottega doctor --data new.db --json"],
    options: [...stores, json, help],
    load: async () => (await import("./doctor.ts")).run
  }
]
