/**
 * Runs every command except `serve`: help, completions, the version, maintenance, and the operations of the contract.
 */
import { contract } from "@bottega/domain/areas"
import { meant, serveHelp, serveTable } from "@bottega/server/config"
import manifest from "../package.json" with { type: "json" }
import { type CommandHelp, commandHelp, helpOf } from "./help.ts"
import { commands } from "./maintenance/commands.ts"
import { say, write } from "./output.ts"
import { leadingEnd, parse } from "./parse.ts"

const shellNames = ["bash", "zsh", "fish"]

/** The commands that are not operations of the API. */
export const ownCommands: ReadonlyArray<CommandHelp> = [
  { name: "serve", usage: "serve [flags]", summary: "Run a server." },
  ...commands,
  { name: "completions", usage: `completions ${shellNames.join("|")}`, summary: "Print completions for a shell." },
  { name: "help", usage: "help [<area> [<operation>]]", summary: "Show help." }
]
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
    return (await import("./maintenance/command.ts")).runCommand(command, [...args.slice(0, at), ...args.slice(at + 1)])
  const parsed = parse(contract, args, names)
  if (parsed._tag === "Help") return print(helpOf(contract, ownCommands, parsed.about))
  if (parsed._tag === "Wrong") return wrong(parsed.wrong, parsed.about)
  const { call } = await import("./call.ts")
  return call(parsed.asked)
}

const print = async (text: string): Promise<number> => {
  await write(text)
  return 0
}

const wrong = (sentences: ReadonlyArray<string>, about: ReadonlyArray<string>): number => {
  say([...sentences, `See: ${["bottega", ...about, "--help"].join(" ")}`].join("\n"))
  return 2
}

const help = async (about: ReadonlyArray<string>): Promise<number> => {
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
  if (!shellNames.includes(shell) || more.length > 0)
    return wrong(
      [`completions takes one of ${shellNames.join(", ")}${shell === "" ? "." : meant(shell, shellNames)}`],
      []
    )
  const module = await import("./completions.ts")
  return print(module.shells[shell]!(module.completionsOf(contract, ownCommands, serveFlags)))
}
