/** Detects that an open file, or its log, was deleted, moved, replaced or changed in its form by another program. */
import { statSync } from "node:fs"
import type { Connection } from "./connection.ts"
import { FileReplaced } from "./errors.ts"
import type { FormWatch } from "./form.ts"
import { type Generation, generationOf, generationOn, pageOf } from "./generation.ts"
import type { HeldFile, Identity } from "./hold.ts"

/** The files of a store, compared with their state when it was opened. */
export class Watch {
  readonly #file: string
  readonly #hold: HeldFile
  readonly #form: FormWatch
  readonly #log: Identity | undefined
  readonly #shared: Identity | undefined
  readonly #page: number
  readonly #pageSize: number
  #last: Generation
  /** The size of the file and the time of its last change, when it was last checked. */
  #written = ""
  #replaced: FileReplaced | undefined

  /** `writer` must have the file and its log open. */
  constructor(file: string, hold: HeldFile, writer: Connection, form: FormWatch) {
    this.#file = file
    this.#hold = hold
    this.#form = form
    this.#log = identityOf(`${hold.file}-wal`)
    this.#shared = identityOf(`${hold.file}-shm`)
    this.#page = pageOf(writer)
    this.#pageSize = writer.get("pragma page_size")![0]
    this.#last = { ...generationOf(writer)!, number: 0 }
  }

  /** Why the store is no longer there, as of the last check. */
  get replaced(): FileReplaced | undefined {
    return this.#replaced
  }

  /** Checks the file, and its contents if it was written to since; checks everything once a problem was found. */
  file(): FileReplaced | undefined {
    return this.#replaced === undefined ? (this.#replaced = this.#lookAtFile()) : this.all()
  }

  /** Checks the file and its log, which together contain everything committed before. */
  committed(): FileReplaced | undefined {
    return (this.#replaced = this.#lookAtFile() ?? this.#lookBeside("-wal", this.#log))
  }

  /** Checks everything. */
  all(): FileReplaced | undefined {
    return (this.#replaced = this.committed() ?? this.#lookBeside("-shm", this.#shared))
  }

  /** Checks the form of the file's tables, as a connection sees it: within its transaction, or as it is now. */
  form(connection: Connection): FileReplaced | undefined {
    return (this.#replaced = this.#form.changed(connection))
  }

  /** Whether the log may still be copied into the file: both are unchanged, or only the log's name is gone. */
  get isWhole(): boolean {
    return this.#lookAtFile() === undefined && statOf(`${this.#hold.file}-wal`, this.#log) !== "other"
  }

  #lookAtFile(): FileReplaced | undefined {
    const now = lookAt(this.#file)
    if (now === undefined) return this.#replacedAs(`The data file ${this.#file} was deleted or moved`)
    const { identity } = this.#hold
    if (now.ino !== identity.ino || now.dev !== identity.dev)
      return this.#replacedAs(`The data file ${this.#file} was replaced by another`)
    const written = `${now.mtimeNs} ${now.size}`
    if (written === this.#written) return undefined
    if (!this.#isOurs()) return this.#replacedAs(`The data file ${this.#file} was overwritten`)
    this.#written = written
    return undefined
  }

  /** Only commits of its own log are ever copied into the file, so its generation never falls. */
  #isOurs(): boolean {
    const found = generationOn(this.#hold.read((this.#page - 1) * this.#pageSize, this.#pageSize))
    // A recently created file may have its generation only in its log.
    if (found === undefined) return this.#last.number === 0
    if (found.instance !== this.#last.instance || found.number < this.#last.number) return false
    this.#last = found
    return true
  }

  #lookBeside(end: string, known: Identity | undefined): FileReplaced | undefined {
    const beside = `${this.#hold.file}${end}`
    const now = statOf(beside, known)
    if (now === "same") return undefined
    return this.#replacedAs(`${beside} was ${now === "none" ? "deleted or moved" : "replaced by another"}`)
  }

  #replacedAs(what: string): FileReplaced {
    return new FileReplaced(
      `${what} while it was open; the store refuses reads and writes until that is undone or the server is restarted`
    )
  }
}

const lookAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })

const identityOf = (path: string): Identity | undefined => {
  const found = lookAt(path)
  return found && { dev: found.dev, ino: found.ino }
}

const statOf = (path: string, known: Identity | undefined): "same" | "none" | "other" => {
  // A file system without shared memory has no such file.
  if (known === undefined) return "same"
  const now = lookAt(path)
  if (now === undefined) return "none"
  return now.ino === known.ino && now.dev === known.dev ? "same" : "other"
}
