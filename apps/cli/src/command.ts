/** Parses the command line of a command that is not an operation, and runs it. */
import { placeOf, readOptions, settleSwitches, variableOf } from "@bottega/server/config"
import { chosenStore, settingsOf } from "./connect.ts"
import type { Settings } from "./connection.ts"
import { type CommandHelp, commandHelp } from "./help.ts"
import { say, write } from "./output.ts"
import { reasonOf } from "./store.ts"
import { safeJson } from "./table.ts"
import { Usage } from "./usage.ts"

/** The parsed command line of a command. */
export interface Invocation {
  /** By name; a switch that is set has the value `"1"`. */
  readonly options: ReadonlyMap<string, string>
  readonly operand: string | undefined
  readonly store: Settings["store"]
  readonly settings: Settings
}

/** A command with options of its own, and the function that runs it. */
export interface Command extends Required<CommandHelp> {
  /** The name of its operand, if it takes one. */
  readonly operand?: string
  readonly load: () => Promise<(invocation: Invocation) => Promise<number>>
}

/** Runs a command; the exit code is 0 when it is done, 1 when it failed, and 2 for wrong usage. */
export const runCommand = async (command: Command, args: ReadonlyArray<string>): Promise<number> => {
  const { operands, options, wrong } = read(command, args)
  if (options.has("help")) {
    await write(commandHelp(command))
    return 0
  }
  if (wrong.length === 0 && command.operand !== undefined && (operands[0] ?? "") === "")
    wrong.push(`${/^[aeiou]/.test(command.operand) ? "An" : "A"} ${command.operand} is missing: ${command.usage}.`)
  let place = ""
  try {
    if (wrong.length > 0) throw new Usage(wrong.join("\n"))
    const settings = storeOf(options)
    const { store } = settings
    place = placeOf(store)
    const run = await command.load()
    return await run({ options, operand: operands[0], store, settings })
  } catch (error) {
    if (error instanceof Usage) say(`${error.message}\nSee: bottega ${command.name} --help`)
    else say(messageOf(reasonOf(error, place), options.has("json")))
    return error instanceof Usage ? 2 : 1
  }
}

const messageOf = (error: unknown, asJson: boolean): string => {
  const message = error instanceof Error ? error.message : String(error)
  return asJson ? safeJson({ ok: 0, err: message, message }) : message
}

const storeOf = (options: ReadonlyMap<string, string>): Settings =>
  settingsOf((name) => options.get(name) ?? (process.env[variableOf(name)] || undefined), chosenStore(options))

const read = ({ name: command, operand, options: known }: Command, args: ReadonlyArray<string>) => {
  const operands: Array<string> = []
  const wrong: Array<string> = []
  // A lone `-` means stdin and is not an option.
  const positional = (value: string) => void operands.push(value)
  const options = readOptions(args, { kind: `a flag of ${command}`, known, wrong, positional })
  settleSwitches(options, known, wrong)
  for (const value of operands.slice(operand === undefined ? 0 : 1)) wrong.push(`${safeJson(value)} is not expected.`)
  return { operands, options, wrong }
}
