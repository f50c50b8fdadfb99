/** The commands that move a shop between stores, and those that copy or check a whole store. */
import { help, json, type Option, stores } from "../options.ts"
import type { Command } from "./command.ts"

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

export const commands: ReadonlyArray<Command> = [
  {
    name: "export",
    usage: "export [flags]",
    summary: "Export a whole shop, one line of JSON per document.",
    examples: ["bottega export --output shop.ndjson", "bottega export --data old.db --shop all | gzip > all.ndjson.gz"],
    options: [shop, output, salvage, ...stores, json, help],
    load: async () => (await import("./export.ts")).run
  },
  {
    name: "import",
    usage: "import <file>|- [flags]",
    summary: "Import what export wrote. After an interruption, run it again to continue.",
    examples: ["bottega import shop.ndjson --data new.db", "gunzip -c all.ndjson.gz | bottega import - --data new.db"],
    options: [restart, ...stores, json, help],
    operand: "file",
    load: async () => (await import("./import.ts")).run
  },
  {
    name: "backup",
    usage: "backup <file> [flags]",
    summary: "Copy the whole store into a new file, even while servers write to it.",
    examples: ["bottega backup /backups/monday.db", "bottega backup monday.db --data shop.db --json"],
    options: [...stores, json, help],
    operand: "file",
    load: async () => (await import("./backup.ts")).run
  },
  {
    name: "doctor",
    usage: "doctor [flags]",
    summary: "Check a store without changing it, and report what is wrong. Exits with 1 if something is.",
    examples: ["bottega doctor", "bottega doctor --data new.db --json"],
    options: [...stores, json, help],
    load: async () => (await import("./doctor.ts")).run
  }
]
