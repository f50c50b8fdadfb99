/** The terminal: data goes to stdout, everything said about it to stderr. */
import { once } from "node:events"
import { styleText } from "node:util"

/** Ends quietly when whoever read our output went away, as `head` does. */
export const endWithReader = (): void => {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    process.exit(0)
  })
}

/** Writes data; waits until there is room for more. */
export const write = async (text: string): Promise<void> => {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain")
}

/** Says something to the person. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Marks a heading on a terminal that shows colours. */
export const heading = (text: string): string => styleText("bold", text, { stream: process.stdout })

/** The columns of the terminal; nothing is cut where there is none. */
export const width = (): number => (process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY)

/** Asks a person for a yes; `undefined` where there is none to be asked. */
export type Ask = ((question: string) => Promise<boolean>) | undefined

/** How a person at this terminal is asked. */
export const ask = (): Ask => (process.stdin.isTTY === true && process.stderr.isTTY === true ? confirmed : undefined)

const confirmed = async (question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises")
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // A terminal that is closed, or Ctrl-D, is no yes.
    const silence = once(lines, "close").then(() => "")
    return /^y(es)?$/i.test((await Promise.race([lines.question(`${question} [y/N] `), silence])).trim())
  } finally {
    lines.close()
  }
}
