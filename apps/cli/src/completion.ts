/** The data from which the completion scripts of all shells are made. */

/** A word that may come next. */
export interface Word {
  readonly text: string
  readonly description: string
}

/** A flag that may come next. */
export interface FlagWord extends Word {
  /** Whether a value follows, and which values are known. */
  readonly takesValue: boolean
  readonly values: ReadonlyArray<string>
  /** The collection whose ids are its values, if they can be listed. */
  readonly ids: string | undefined
}

/** What may follow the given words of a command, such as `orders list`; no words means the start of the line. */
export interface Level {
  readonly after: string
  readonly words: ReadonlyArray<Word>
  readonly flags: ReadonlyArray<FlagWord>
  /** The collection whose ids may come without a flag, if they can be listed. */
  readonly ids?: string | undefined
}

/** Everything that can be completed; `skipped` are the flags before an area whose next word is their value. */
export interface Completions {
  readonly levels: ReadonlyArray<Level>
  readonly skipped: ReadonlyArray<string>
}
