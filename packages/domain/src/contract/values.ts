/**
 * The values that parameters and resources consist of: numbers, flags, lists, dates, addresses. A schema here describes
 * the value in JSON; `grammar.ts` reads it from a form, as the annotation `bottega/wire` says.
 */
import { Schema, SchemaAST } from "effect"
import type { ValueKind } from "./shape.ts"
import { isWebAddress } from "./web-address.ts"
import { maxUnixSeconds } from "./zones.ts"

/** What a value is and how a form spells it, if the type alone does not say it. */
export interface WireFormat {
  readonly kind?: ValueKind
  /** The maximum size of one value in bytes; 100 KiB by default. */
  readonly bytes?: number
  /** The maximum size in bytes of a body with such a value, if larger than that of other bodies. */
  readonly body?: number
  /** The highest number of texts that are kept by number, in a record that may be sent as a list. */
  readonly maxNumber?: number
  /** The collection that it names a document of. */
  readonly names?: string
  /** What each of its values means, for people. */
  readonly labels?: Readonly<Record<string, string>>
  /** Converts a sent text to the one spelling that is checked and kept. */
  readonly spelling?: (text: string) => string
  /** True if an empty text is a value of its own and does not mean "not sent". */
  readonly keepsEmpty?: boolean
}
const key = "bottega/wire"

/** The wire annotations of a schema; later ones override earlier ones. */
export const wireOf = (ast: SchemaAST.AST): WireFormat => {
  let wire: WireFormat = (ast.annotations?.[key] as WireFormat | undefined) ?? {}
  for (const check of ast.checks ?? []) wire = { ...wire, ...(check.annotations?.[key] as WireFormat | undefined) }
  return wire
}
const withWire = <S extends Schema.Top>(schema: S, wire: WireFormat) =>
  schema.annotate({ [key]: { ...wireOf(schema.ast), ...wire } }) as S["Rebuild"]

/** A check with the end of its refusal's sentence: `rule("must be 0 or more", (n: number) => n >= 0)`. */
export const rule = <T>(sentence: string, holds: (value: T) => boolean, json: object = {}) =>
  Schema.makeFilter<T>((value) => holds(value) || sentence, {
    expected: sentence.replace(/^must be /, ""),
    [sentenceKey]: sentence,
    [jsonKey]: json
  })
const sentenceKey = "bottega/sentence"
const jsonKey = "bottega/json"

/** The end of the sentence that refuses a value: "must be 0 or more". */
export const sentenceOf = (check: SchemaAST.Check<never>): string =>
  (check.annotations?.[sentenceKey] as string | undefined) ??
  `must be ${check.annotations?.["expected"] ?? "another value"}`

/** What a rule adds to the JSON Schema of its value. */
export const jsonOf = (ast: SchemaAST.AST): object =>
  Object.assign({}, ...(ast.checks ?? []).map((check) => check.annotations?.[jsonKey] ?? {}))

/** Any text, as sent. */
export const Text = Schema.String
/** A text of at least one character. */
export const NonEmptyText = Schema.String.check(
  rule("must not be empty", (text: string) => text !== "", { minLength: 1 })
)
/** A check of a text's length, in characters. */
export const maxCharacters = (max: number) =>
  rule(`must have at most ${max} characters`, (text: string) => text.length <= max, { maxLength: max })
/** A text of at most `max` characters, which may be empty. */
export const TextUpTo = (max: number) => Text.check(maxCharacters(max))
/** A text that is more than blanks. */
export const NotBlank = Text.check(rule("must not be blank", (text: string) => text.trim() !== "", { minLength: 1 }))
/** A name or title: not blank, and of at most `max` characters. */
export const Title = (max: number) => NotBlank.check(maxCharacters(max))
/** A whole number of up to fifteen digits. */
export const Int = withWire(
  Schema.Number.check(rule("must be a whole number", Number.isSafeInteger, { type: "integer" })),
  { kind: "int" }
)
/** A whole number within bounds, both included. */
export const intBetween = (min: number, max: number) =>
  Int.check(rule(`must be from ${min} to ${max}`, (n: number) => n >= min && n <= max, { minimum: min, maximum: max }))
/** A whole number, at least `min`. */
export const intFrom = (min: number) =>
  Int.check(rule(`must be ${min} or more`, (n: number) => n >= min, { minimum: min }))
/** A decimal number below 10^12, with fifteen significant digits. */
export const Decimal = Schema.Number
/** A decimal of 0 or more. */
export const AtLeast0 = Decimal.check(rule("must be 0 or more", (n: number) => n >= 0, { minimum: 0 }))
/** A sum of money in the shop's currency. */
export const Money = withWire(Decimal, { kind: "money" })
/** An amount of money, a price or a cost: a sum of 0 or more. */
export const Amount = withWire(AtLeast0, { kind: "money" })
/** A rate in percent. */
export const Percent = withWire(Decimal, { kind: "percent" })
/** A color, as CSS writes it. */
export const Color = withWire(Schema.String, { kind: "color" })
/** 1 or 0, where resources print a number. */
export const Flag = withWire(Schema.Literals([0, 1]), { kind: "flag" })
/** True or false. */
export const Bool = Schema.Boolean
/** An identifier of an internal entity: counted per shop and kind, from 1. */
export const Uid = Int.annotate({ description: "Counted per shop and kind, from 1." })
/** Seconds since 1970, up to the year 9999. */
export const Unix = withWire(
  Int.check(
    rule("must be unix seconds", (n: number) => n >= 0 && n <= maxUnixSeconds, { minimum: 0, maximum: maxUnixSeconds })
  ),
  { kind: "unix" }
)
/** A calendar day, `yyyy-mm-dd`. */
export const Day = Schema.String.check(rule("must be a day, yyyy-mm-dd", isDay, { format: "date" }))
/** An instant in ISO 8601 with any offset, within the range of {@link Unix}. */
export const Instant = Schema.String.check(
  rule("must be an ISO 8601 date and time with its offset, from 1970 to 9999", isInstant, { format: "date-time" })
)
const checkedText = (sentence: string, holds: (text: string) => boolean, json: object) => ({
  required: Schema.String.check(rule(sentence, holds, json)),
  clearable: withWire(Schema.String.check(rule(sentence, (text: string) => text === "" || holds(text), json)), {
    keepsEmpty: true
  })
})
const email = checkedText("must be an email address", (text) => text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text), {
  format: "email"
})
/** An electronic mail address; compared without regard to case. */
export const Email = email.required
/** An electronic mail address, or an empty text that clears one. */
export const ClearableEmail = email.clearable
/** Says whose documents a value names by their key, such as `names("brands", Uid)`; `users` are customers with a userUID. */
export const names = <S extends Schema.Top>(collection: string, schema: S) => withWire(schema, { names: collection })
/** 24 hex digits, the first eight the second of creation. */
export const ServiceID = Schema.String
/** Whether a text has the form of a ServiceID: 24 hex digits. */
export const isServiceId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)
/** An order's number: `<group number>_<13 hex digits>`. */
export const OrderID = names("orders", Schema.String)
/** Several values separated by commas, or a list; blanks are trimmed, empty parts are dropped. */
export const commaList = <S extends Schema.Constraint>(part: S) => withWire(Schema.Array(part), { kind: "commas" })
/** Several texts separated by commas. */
export const Commas = commaList(Schema.String)
/** Marks texts that their handler splits at commas: their parts count as pairs, as those of a comma list do. */
export const commaSeparated = <S extends Schema.Top>(schema: S) => withWire(schema, { kind: "parted" })
/** Texts by their number from 1, `{"1": "a"}`. A list is accepted too: its first member is number 1. */
export const numbered = <S extends Schema.Constraint>(text: S, maxNumber: number) =>
  withWire(Schema.Record(Schema.String, text), { maxNumber })
/** Marks a text of which several spellings are accepted; `spelling` returns the one that is checked and kept. */
export const spelt = <S extends Schema.Top>(schema: S, spelling: (text: string) => string) =>
  withWire(schema, { spelling })
const url = checkedText("must be an http or https address", isWebAddress, { format: "uri" })
/** An http or https address. */
export const Url = url.required
/** An http or https address, or an empty text that clears one. */
export const ClearableUrl = url.clearable
/** The spelling of a locale that is kept: `en-US` is `en_US`. */
export const withUnderscore = (locale: string): string => locale.trim().replace("-", "_")
/** Says what each value of a table means: `3` is "Sent". */
export const labelled = <S extends Schema.Top>(schema: S, labels: Readonly<Record<string, string>>) =>
  withWire(schema, { labels })
/** Marks a value that an empty text clears; otherwise an empty text means "not sent". */
export const clearable = <S extends Schema.Top>(schema: S) => withWire(schema, { keepsEmpty: true })
const MiB = 1024 * 1024
/** HTML as sent, up to 1 MiB. */
export const Html = withWire(Schema.String, { kind: "html", bytes: MiB, body: 4 * MiB })
/**
 * Base64 of a file, up to 12 MiB of text. Its bytes are the call's upload, and the parameter's value is their SHA-256 in
 * hex. An endpoint takes at most one, and not within another parameter.
 */
export const Base64 = withWire(NonEmptyText, { kind: "base64", bytes: 12 * MiB, body: 16 * MiB })

/** Reads the name of a file; callers send the file itself. */
interface FileSchema extends Schema.Bottom<string, string, never, never, SchemaAST.String, FileSchema, Blob> {}
/** A file of a multipart body, by the name its sender gave it; its content is the call's upload. */
export const File = withWire(NonEmptyText, { kind: "file" }) as unknown as FileSchema

/** The parameter that names nodes to add to the answer; unknown names are ignored. */
export const nodes = <const Names extends ReadonlyArray<string>>(...names: Names) =>
  Schema.optionalKey(
    Commas.annotate({
      [nodesKey]: names,
      description: `Fields to add, separated by commas: ${names.join(", ")}. Other names are ignored.`
    })
  )
const nodesKey = "bottega/nodes"

/** The names that a `nodes` parameter accepts, for the documentation. */
export const nodeNamesOf = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined =>
  SchemaAST.resolve(ast)?.[nodesKey] as ReadonlyArray<string> | undefined

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function isInstant(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/.exec(text)?.[1]
  if (day === undefined || !isDay(day)) return false
  const seconds = Date.parse(text) / 1000
  return seconds >= 0 && seconds < maxUnixSeconds + 1
}
