/**
 * A process that runs one command line of `bottega` after another: most of what a command costs is the load of its modules. Each
 * line runs the entry of the bundle again, with arguments, settings and streams of its own; `shell.ts` starts it.
 */
import { Readable, Writable } from "node:stream"
import { pathToFileURL } from "node:url"

/** A command line. */
export interface Line {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string
}

/** What a command line came to. */
export interface Outcome {
  readonly code: number
  readonly out: Uint8Array
  readonly err: Uint8Array
}

const main = process.argv[2]!
let count = 0

const run = async ({ args, env, input }: Line): Promise<Outcome> => {
  const [out, err] = [kept("stdout"), kept("stderr")]
  set("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)], { objectMode: false }))
  process.argv = [process.execPath, main, ...args]
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
  Object.assign(process.env, env)
  process.exitCode = undefined
  await import(`${pathToFileURL(main)}?line=${++count}`)
  return { code: Number(process.exitCode ?? 0), out: Buffer.concat(out), err: Buffer.concat(err) }
}

/** Puts a stream of this line in the place of the process's; returns what is written to it. */
const kept = (name: "stdout" | "stderr"): ReadonlyArray<Buffer> => {
  const pieces: Array<Buffer> = []
  const write = (piece: Buffer, _: string, done: () => void) => {
    pieces.push(piece)
    done()
  }
  set(name, new Writable({ write }))
  return pieces
}

const set = (name: "stdin" | "stdout" | "stderr", value: Readable | Writable) =>
  Object.defineProperty(process, name, { value, configurable: true })

// What a command throws ends the process, as it would have ended its own.
process.on("message", async (line: Line) => void process.send!(await run(line)))
