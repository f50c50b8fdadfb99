/**
 * Runs every command except `serve`: help, completions, the version, maintenance, and the operations of the contract.
 */
import { contract } from "@bottega/domain/areas"
import { meant, readOptions, serveHelp, serveTable } from "@bottega/server/config"
import manifest from "../package.json" with { type: "json" }
import { commands } from "./commands.ts"
import { type CommandHelp, commandHelp, helpOf } from "./help.ts"
import { leading } from "./options.ts"
import { say, write } from "./output.ts"
import { leadingEnd, parse } from "./parse.ts"

const shellNames = ["bash", "zsh", "fish"]

/** The commands that are not operations of the API. */
export const ownCommands: ReadonlyArray<CommandHelp> = [
  { name: "serve", usage: "serve [flags]", summary: "Run a server." },
  ...commands,
  { name: "status", usage: "status [flags]", summary: "Show the state of the installation, or of one of its shops." },
  { name: "reset", usage: "reset [flags]", summary: "Return a demo or workbench shop to how it began." },
  { name: "completions", usage: `completions ${shellNames.join("|")}`, summary: "Print completions for a shell." },
  { name: "help", usage: "help [<area> [<operation>]]", summary: "Show help." }
]
/** Operations that are so common that they are commands of their own. */
const short: Readonly<Record<string, readonly [area: string, operation: string]>> = {
  status: ["installation", "status"],
  reset: ["snapshots", "reset"]
}
const names = ownCommands.map(({ name }) => name)

const serveFlags = Object.entries(serveTable)
  .filter(([, { secret }]) => secret !== true)
  .map(([name, { description, placeholder }]) => ({ name, placeholder, description }))

/** Runs a command line; returns its exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export const bottega = async (args: ReadonlyArray<string>): Promise<number> => {
  const [first, ...rest] = args
  if (first === undefined) return wrong(["A command is missing."], [])
  if (first === "--version") return print(`${manifest.version}\n`)
  if (first === "help") return help(rest)
  if (first === "completions") return completions(rest)
  const at = leadingEnd(args)
  const command = commands.find(({ name }) => name === args[at])
  if (command !== undefined)
    return (await import("./command.ts")).runCommand(command, [...args.slice(0, at), ...args.slice(at + 1)])
  const parsed = parse(contract, args.toSpliced(at, 1, ...inFull(args[at])), names)
  if (parsed._tag === "Help") return print(helpOf(contract, ownCommands, parsed.about))
  if (parsed._tag === "Wrong") return wrong(parsed.wrong, parsed.about)
  const { call } = await import("./call.ts")
  return call(parsed.asked)
}

const inFull = (name: string | undefined): ReadonlyArray<string> =>
  name === undefined ? [] : Object.hasOwn(short, name) ? short[name]! : [name]

const print = async (text: string): Promise<number> => {
  await write(text)
  return 0
}

const wrong = (sentences: ReadonlyArray<string>, about: ReadonlyArray<string>): number => {
  say([...sentences, `See: ${["bottega", ...about, "--help"].join(" ")}`].join("\n"))
  return 2
}

const help = async ([first, ...more]: ReadonlyArray<string>): Promise<number> => {
  const about = [...inFull(first), ...more]
  if (about[0] === "serve") return print(serveHelp())
  const command = commands.find(({ name }) => name === about[0])
  if (command !== undefined) return print(commandHelp(command))
  const isOwn = about.length === 0 || (about.length === 1 && names.includes(about[0]!))
  if (isOwn) return print(helpOf(contract, ownCommands, []))
  const parsed = parse(contract, [...about.slice(0, 2), "--help"], names)
  return parsed._tag === "Wrong" ? wrong(parsed.wrong, parsed.about) : print(helpOf(contract, ownCommands, about))
}

const completions = async ([shell = "", ...more]: ReadonlyArray<string>): Promise<number> => {
  if (shell === "--help" || shell === "-h") return print(helpOf(contract, ownCommands, []))
  if (shell === "ids") return ids(more)
  if (!shellNames.includes(shell) || more.length > 0)
    return wrong(
      [`completions takes one of ${shellNames.join(", ")}${shell === "" ? "." : meant(shell, shellNames)}`],
      []
    )
  const module = await import("./completions.ts")
  return print(module.shells[shell]!(module.completionsOf(contract, ownCommands, serveFlags)))
}

/** What the scripts ask for: the ids of a collection, in the store that the options name. */
const ids = async ([collection = "", ...args]: ReadonlyArray<string>): Promise<number> => {
  const wrong: Array<string> = []
  const options = readOptions(args, { kind: "an option of bottega", known: leading, wrong, positional: () => {} })
  return wrong.length > 0 ? 2 : (await import("./ids.ts")).printIds(contract, collection, options)
}
