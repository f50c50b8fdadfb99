/**
 * Writes the requests of a process and their answers to a file while it serves, as an HTTP Archive. The file is complete after each
 * write: the end of the archive is written over with further entries and a new end.
 */
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import type { Kept, RequestRing } from "../engine/answer/ring.ts"
import { claim } from "./claim.ts"
import { entryOf } from "./entry.ts"

/** What a recording needs besides its file. */
export interface RecordingOptions {
  /** The version of the program, which the file names as its creator. */
  readonly version: string
  /** The largest size of the file in bytes; recording ends before it would be larger. */
  readonly maxBytes: number
  /** The beginning of the addresses of requests. */
  readonly origin: () => string
  /** Called once when recording ends early, with the reason as the end of a sentence. */
  readonly onEnd: (why: string) => void
}

/** A recording that goes on until it is closed. */
export interface Recording {
  /** Replaces what the file contained. Requests that were answered before wait until then. */
  readonly begin: () => Promise<void>
  /** Writes what is still to be written, and closes the file. */
  readonly close: () => Promise<void>
}

/**
 * Records the requests of a ring from now on. The file is not changed before the recording begins; fails if it contains
 * anything but an earlier recording, or if another recording writes to it.
 */
export const record = async (ring: RequestRing, file: string, options: RecordingOptions): Promise<Recording> => {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  let release = () => {}
  const onEnd = (why: string) => {
    release()
    options.onEnd(why)
  }
  const recorder = new Recorder(handle, { ...options, onEnd })
  try {
    await requireRecording(handle)
    release = await claim(handle)
  } catch (error) {
    await handle.close()
    throw error
  }
  const unlisten = ring.listen((kept) => recorder.add(kept))
  return {
    begin: () => recorder.begin(),
    close: async () => {
      unlisten()
      await recorder.close()
      release()
    }
  }
}

/** Fails if a file contains anything but a recording. */
const requireRecording = async (handle: FileHandle): Promise<void> => {
  const { size } = await handle.stat()
  if (size === 0) return
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(beginning.length), 0, beginning.length, 0)
  if (buffer.toString("latin1", 0, bytesRead) !== beginning)
    throw new Error("it exists and is not a recording of a server; name another file, or move it away")
}

/** How the archive begins. */
const beginning = '{"log":{"version":"1.2","creator":{"name":"bottega",'

/** Entries are written together, this long after the first of them. */
const togetherMs = 100
/** The characters of what waits to be written; more is left out, and counted. */
const maxWaiting = 8 * 1024 * 1024
/** The characters of entries that are formatted in one go. */
const maxFormatted = 256 * 1024

class Recorder {
  readonly #handle: FileHandle
  readonly #options: RecordingOptions
  #waiting: Array<Kept> = []
  #waitingCharacters = 0
  #leftOut = 0
  /** Where the end of the archive begins, in bytes. */
  #end = 0
  #isFirst = true
  #hasBegun = false
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(handle: FileHandle, options: RecordingOptions) {
    this.#handle = handle
    this.#options = options
  }

  async begin(): Promise<void> {
    // It holds data of people, as the store does. A file that was there before keeps its mode when it is opened.
    if ((await this.#handle.stat()).isFile()) {
      await this.#handle.chmod(0o600)
      await this.#handle.truncate()
    }
    await this.#write(`${beginning}"version":${JSON.stringify(this.#options.version)}},"entries":[`)
    this.#hasBegun = true
    if (this.#waiting.length > 0) this.#schedule()
  }

  add(kept: Kept): void {
    if (this.#hasEnded || kept.request.exchanged === undefined) return
    if (this.#waitingCharacters + kept.characters > maxWaiting) {
      this.#leftOut++
      return
    }
    this.#waitingCharacters += kept.characters
    this.#waiting.push(kept)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#hasBegun) this.#timer ??= setTimeout(() => void this.#flush(), togetherMs).unref()
  }

  async close(): Promise<void> {
    if (!this.#hasBegun) this.#waiting = []
    do await this.#flush()
    while (this.#waiting.length > 0)
    clearTimeout(this.#timer)
    await this.#handle.close()
  }

  /** Writes what waits, one write at a time. It never fails. */
  #flush(): Promise<void> {
    return (this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      this.#timer = undefined
      // Requests may have been added while the last write ended.
      if (this.#waiting.length > 0) this.#schedule()
    }))
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && !this.#hasEnded) await this.#write(this.#entries())
    } catch (error) {
      await this.#restoreEnd()
      await this.#giveUp(`the file cannot be written: ${(error as Error).message}`)
    }
  }

  /** Replaces an incomplete write with the end of the archive, which had room before that write. */
  async #restoreEnd(): Promise<void> {
    try {
      await this.#handle.truncate(this.#end)
      await this.#writeAtEnd(Buffer.from(this.#tail()))
    } catch {
      // A recording without its end is read up to its last complete entry.
    }
  }

  /** The text of the next entries, as many as are formatted in one go. */
  #entries(): string {
    let text = ""
    let count = 0
    while (count < this.#waiting.length && text.length < maxFormatted) {
      const kept = this.#waiting[count++]!
      this.#waitingCharacters -= kept.characters
      // An erasure may have come before.
      const entry = entryOf(kept, this.#options.origin())
      if (entry === undefined) continue
      text += `${this.#isFirst ? "\n" : ",\n"}${JSON.stringify(entry)}`
      this.#isFirst = false
    }
    this.#waiting = this.#waiting.slice(count)
    return text
  }

  async #write(text: string): Promise<void> {
    const body = Buffer.from(text)
    const bytes = Buffer.concat([body, Buffer.from(this.#tail())])
    if (this.#end + bytes.length > this.#options.maxBytes) return this.#giveUp("the file has reached its largest size")
    await this.#writeAtEnd(bytes)
    this.#end += body.length
  }

  async #writeAtEnd(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; )
      written += (await this.#handle.write(bytes, written, bytes.length - written, this.#end + written)).bytesWritten
  }

  #tail(): string {
    const comment = `${this.#leftOut} requests were left out, because they came faster than they could be written.`
    return `\n]${this.#leftOut === 0 ? "" : `,"comment":"${comment}"`}}}\n`
  }

  async #giveUp(why: string): Promise<void> {
    this.#hasEnded = true
    this.#waiting = []
    this.#options.onEnd(why)
    // A removed file takes up its room until it is closed.
    await this.#handle.close()
  }
}
