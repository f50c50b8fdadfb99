/** What a template may be, and what filling one may take. All of it is counted, so that the same template is refused on every machine. */
import type { MessageText } from "@bottega/domain/areas/mail"

/** A template to fill. */
export interface Fill {
  readonly subject: string
  /** HTML. */
  readonly message: string
  /** The text part; without one it is made from the filled HTML. */
  readonly text?: string | undefined
  readonly variables: Readonly<Record<string, object>>
  readonly locale: string
  readonly timezone: string
  readonly currency: string
  /** Whether a variable that does not exist is refused, as where a text is tried; otherwise it is empty. */
  readonly isTrial: boolean
}

/** Why a template cannot be filled, and where; the line counts from 1. */
export interface Wrong {
  readonly in: "subject" | "message"
  readonly line: number | undefined
  readonly reason: string
}

/** The outcome of filling a template. */
export type Filled = { readonly filled: MessageText } | { readonly wrong: ReadonlyArray<Wrong> }

/** Tags and outputs of one template, each of which the parser takes from the front of a list. */
export const maxTags = 5000
/** Characters of one tag or output. */
export const maxTagCharacters = 2000
/** How deep tags may nest: the parser and the renderer call themselves for each level. */
export const maxDepth = 20
/** Pieces of a template that are filled, those within a loop each time: 60 for each of the 1,600 lines of an order. */
export const maxSteps = 100_000
/** Characters that values and filters handle, all together. */
export const maxHandledCharacters = 8_000_000
/** Characters of the filled HTML, and of the filled text. */
export const maxFilledCharacters = 1024 * 1024
/** Tags of the filled HTML, each of which takes time to be made into text. */
export const maxHtmlTags = 20_000
/** Bytes of subject, text and HTML together as JSON, because the document that keeps a message has a bound. */
export const maxMessageBytes = 1024 * 1024
