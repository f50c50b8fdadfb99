/** What can be completed, for whichever shell. */

/** A word that may come next. */
export interface Word {
  readonly text: string
  readonly description: string
}

/** A flag that may come next. */
export interface Completed extends Word {
  /** Whether a value follows, and which ones are known. */
  readonly takesValue: boolean
  readonly values: ReadonlyArray<string>
}

/** What may follow the words of a command: `orders list`; no words at all for the first. */
export interface Level {
  readonly after: string
  readonly words: ReadonlyArray<Word>
  readonly flags: ReadonlyArray<Completed>
}

/** All that can be completed; `skipped` are the flags before an area whose next word is their value. */
export interface Completions {
  readonly levels: ReadonlyArray<Level>
  readonly skipped: ReadonlyArray<string>
}
