/**
 * The format of a store: numbers, kept in the store, that say what a program may do with it. The number is raised whenever
 * the declarations of the collections change, so that no program writes entries or documents that another one misreads.
 */

/** What a store says about the programs that may use it. */
export interface Format {
  /** The highest number of a program that has written to the store. */
  readonly number: number
  /** Programs of this number and above may write to it. */
  readonly writers: number
  /** Programs of this number and above may read it. */
  readonly readers: number
}

/**
 * The format that this program writes. Raise `number` when a test says that the declarations have changed; raise `writers`
 * with it unless the program before may go on writing beside this one, and `readers` unless it may go on reading.
 */
export const ownFormat: Format = { number: 3, writers: 3, readers: 3 }

/** What a program may do with a store. */
export type Use = "write" | "read" | "nothing"

/** What a program of this number may do with a store of a format. */
export const useOf = (stored: Format, { number }: Format): Use =>
  number >= stored.writers ? "write" : number >= stored.readers ? "read" : "nothing"

/** Why a program does not write to a store of a newer format, as the end of a sentence; undefined if it may. */
export const whyNotWritten = (stored: Format, own: Format): string | undefined => {
  const use = useOf(stored, own)
  if (use === "write") return undefined
  const may = use === "read" ? "may only read it (export, doctor, backup)" : "may not use it"
  return `${newer(stored, own)} and ${may}: use that version, or move the shop by export and import`
}

/** Why a program does not read a store of a newer format, as the end of a sentence; undefined if it may. */
export const whyNotRead = (stored: Format, own: Format): string | undefined =>
  useOf(stored, own) === "nothing" ? `${newer(stored, own)} and may not use it: use that version` : undefined

const newer = (stored: Format, { number }: Format): string =>
  `it was written by a newer version of this program, in format ${stored.number}; this one has format ${number}`

/** Why a program does not open a store of a newer format that it could write otherwise, as the end of a sentence. */
export const whyOther =
  "a newer version of this program keeps it in other tables than this one: use that version, or move the shop by export and import"

/** Why a store cannot be upgraded now, as the end of a sentence. */
export const whyHeld = (stored: Format, { number }: Format): string =>
  `${stored.number === number ? "its indexes must be built again" : `it must be upgraded from format ${stored.number} to ${number}`} first, and another process uses it: stop every server and command on it, and start again; bottega serve --wait <seconds> waits for them`

/** Why a store is not opened while one process has it alone, as the end of a sentence. */
export const whyLocked =
  "another process has locked it, as a server does that upgrades it: wait for that process, or end it; a start continues an interrupted upgrade"

/** Why a store whose upgrade has not ended is not read, as the end of a sentence. */
export const whyUnfinished =
  "its upgrade has not ended: wait for the server that upgrades it, or start one, which continues an interrupted upgrade"

/** Why a store is not opened as it is, as the end of a sentence. */
export const whyNotAsIs = "it must be upgraded first; starting a server upgrades it"

/** Why a copy is not opened for writing, as the end of a sentence. */
export const whySealed = "it is a copy that is marked read-only"

/** How a process goes on with a store that another program has changed, as a sentence. */
export const whyChanged = (what: string): string =>
  `${what} by another version of the program while it was open; the store refuses reads and writes until the server is restarted`

/** The progress of an upgrade. */
export interface UpgradeProgress {
  readonly collection: string
  /** The current step: `documents` are read, or the index of this name is built. */
  readonly step: string
  /** How much of the step is done, of `total`; the documents' ids, or the index's entries. */
  readonly done: number
  readonly total: number
}

/** How a store is opened. */
export interface Opening {
  /** How long to wait, in milliseconds, for processes that are in the way. */
  readonly waitMs?: number | undefined
  /** Fails if the store would have to be made or upgraded, or is a file that is marked read-only; it is then left as it is. */
  readonly asIs?: boolean | undefined
  /** Called between the steps of an upgrade. */
  readonly onUpgrade?: ((progress: UpgradeProgress) => void) | undefined
  /** The format of the program; tests pretend to be another version. */
  readonly format?: Format | undefined
}
