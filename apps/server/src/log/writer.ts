/**
 * Writes lines to a file descriptor, many at once and after the requests. Whatever becomes of their reader, it neither ends the
 * process nor keeps it from ending.
 */
import { write, writeSync } from "node:fs"

/** The writer of a log's lines. Those that are read too slowly are dropped. */
export class LineWriter {
  readonly #to: number
  #waiting = ""
  /** What was passed on and is not written; what failed is passed on again. */
  #passed: Buffer = nothing
  #isSending = false
  #dropped = 0

  constructor(to: number) {
    this.#to = to
    setInterval(() => this.#pass(), passMs).unref()
  }

  /** The number of lines that were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > maxCharacters) this.#dropped++
    else this.#waiting += line
    if (this.#waiting.length >= passCharacters) this.#pass()
  }

  /** Writes what waits, and waits for that. What is on its way already may arrive after it. */
  readonly flushSync = (): void => {
    const before = this.#isSending ? nothing : this.#passed
    let left = Buffer.concat([before, Buffer.from(this.#waiting)])
    this.#waiting = ""
    if (!this.#isSending) this.#passed = nothing
    for (let tries = 0; left.length > 0 && tries < maxTries; ) {
      try {
        left = left.subarray(writeSync(this.#to, left))
      } catch (error) {
        if (!isFull(error)) return
        tries++
        Atomics.wait(asleep, 0, 0, passMs)
      }
    }
  }

  #pass(): void {
    if (this.#isSending) return
    if (this.#passed.length === 0) {
      this.#passed = Buffer.from(this.#waiting)
      this.#waiting = ""
    }
    if (this.#passed.length === 0) return
    this.#isSending = true
    write(this.#to, this.#passed, (error, written) => {
      this.#isSending = false
      // What failed waits for the timer.
      if (error !== null) return
      this.#passed = this.#passed.subarray(written)
      if (this.#passed.length > 0 || this.#waiting.length >= passCharacters) this.#pass()
    })
  }
}

/** Whether a pipe has no room at present. */
const isFull = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return code === "EAGAIN" || code === "EBUSY"
}

const passMs = 100
const passCharacters = 16_000
const maxCharacters = 16 * 1024 * 1024
/** How often a full pipe is tried at the end of a process. */
const maxTries = 10
const nothing = Buffer.alloc(0)
const asleep = new Int32Array(new SharedArrayBuffer(4))
