/** Keys that a person presses while a command runs. */

type Action = () => Promise<unknown>

/** Calls the action of each pressed key; only at a terminal, and until the returned function is called. */
export const onKeys = (actions: Readonly<Record<string, Action>>): (() => void) | undefined => {
  const { stdin } = process
  if (stdin.isTTY !== true) return undefined
  const pressed = (bytes: Buffer) => {
    const key = bytes.toString("latin1", 0, 1)
    // In raw mode the terminal passes on Ctrl-C instead of sending the signal.
    if (key === "\x03") process.kill(process.pid, "SIGINT")
    else void actions[key]?.().catch(() => {})
  }
  stdin.setRawMode(true).resume().on("data", pressed)
  return () => {
    stdin.setRawMode(false).pause().off("data", pressed)
  }
}
