/** The terminal: data goes to stdout, messages go to stderr. */
import { once } from "node:events"
import { styleText } from "node:util"

/** Ends the process when stdout takes nothing more: silently if its reader closed it, as `head` does, or else with the reason. */
export const endWithOutput = (): void => {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") say(`The output cannot be written: ${message}.`)
    process.exit(code === "EPIPE" ? 0 : 1)
  })
}

/** Writes data; waits until there is room for more. */
export const write = async (data: string | Uint8Array): Promise<void> => {
  if (data.length > 0 && !process.stdout.write(data)) await once(process.stdout, "drain")
}

/** Prints a message for the person. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Formats a heading, if the terminal shows colours. */
export const heading = (text: string): string => styleText("bold", text, { stream: process.stdout })

/** The columns of the terminal; infinite without a terminal, or with one that does not know them, so that nothing is cut. */
export const width = (): number => (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY

/** Asks a person to confirm; `undefined` if nobody is at a terminal. */
export type Ask = ((question: string) => Promise<boolean>) | undefined

/** The way to ask a person at this terminal. */
export const ask = (): Ask => (process.stdin.isTTY === true && process.stderr.isTTY === true ? confirmed : undefined)

const confirmed = async (question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises")
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // A closed terminal, or Ctrl-D, does not confirm.
    const closed = once(lines, "close").then(() => "")
    return /^y(es)?$/i.test((await Promise.race([lines.question(`${question} [y/N] `), closed])).trim())
  } finally {
    lines.close()
  }
}
