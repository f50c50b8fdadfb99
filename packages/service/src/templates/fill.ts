/** Fills a template in Liquid, within bounds that are counted. See docs/decisions/0502. */
import type { MessageText } from "@bottega/domain/areas/mail"
import { Context, Liquid, LiquidError, tags, toValueSync } from "liquidjs"
import { tagsIn } from "../html/limits.ts"
import { escapeHtml, filtersFor, printed } from "./filters.ts"
import {
  type Fill,
  type Filled,
  maxFilledCharacters,
  maxHandledCharacters,
  maxHtmlTags,
  maxMessageBytes,
  maxSteps,
  type Wrong
} from "./limits.ts"
import { plainText } from "./plain.ts"
import { allowedTags, checkSyntax, Refused } from "./syntax.ts"

/** Fills subject, message and text, or says what is wrong with each that cannot be filled. */
export const filledFrom = (job: Fill): Filled => {
  const variables = bare(job.variables) as object
  const wrong: Array<Wrong> = []
  const attempt = <A>(part: Wrong["in"], fill: () => A): A | undefined => {
    try {
      return fill()
    } catch (error) {
      wrong.push({ in: part, line: lineOf(error), reason: reasonOf(error) })
      return undefined
    }
  }
  const subject = attempt("subject", () => subjectOf(job, variables))
  const whole = attempt("message", () => {
    const html = filled(programOf(job, job.message, "html"), variables, job.isTrial).toWellFormed()
    if (tagsIn(html, maxHtmlTags) > maxHtmlTags) throw new Error(`it has more than ${maxHtmlTags} tags of HTML`)
    const text = job.text === undefined ? plainText(html) : filled(programOf(job, job.text, "text"), variables, false)
    return fitting({ subject: subject ?? "", text: text.toWellFormed(), html })
  })
  return subject === undefined || whole === undefined ? { wrong } : { filled: whole }
}

const subjectOf = (job: Fill, variables: object): string => {
  const subject = oneLine(filled(programOf(job, job.subject, "text"), variables, job.isTrial))
  if (job.isTrial && subject === "") throw new Error("it is empty")
  return subject
}

/** A template whose tags are allowed, parsed for a locale, a zone and a currency. */
interface Program {
  readonly liquid: Liquid
  readonly pieces: ReturnType<Liquid["parse"]>
}

/** The programs used lately: parsing takes longer than filling, and most messages are of a few templates. */
const programs = new Map<string, Program>()
const maxPrograms = 32
/** A longer template is parsed each time, so that those of a few shops do not fill the memory. */
const maxKeptCharacters = 16_384

const programOf = (job: Fill, template: string, as: "html" | "text"): Program => {
  const key = JSON.stringify([as, job.locale, job.timezone, job.currency, template])
  const known = programs.get(key)
  if (known !== undefined) {
    // It is the one used last now.
    programs.delete(key)
    programs.set(key, known)
    return known
  }
  const liquid = engine(job, as === "html" ? escaped : printed)
  checkSyntax(template, liquid)
  const program = { liquid, pieces: liquid.parse(template) }
  if (template.length > maxKeptCharacters) return program
  if (programs.size >= maxPrograms) programs.delete(programs.keys().next().value!)
  programs.set(key, program)
  return program
}

const escaped = (value: unknown): string => escapeHtml(printed(value))

/** A subject has at most this many characters. */
const maxSubjectCharacters = 255

/** A line break would begin another header of the message. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ")
    .trim()
    .slice(0, maxSubjectCharacters)
    .toWellFormed()

const fitting = (message: MessageText): MessageText => {
  if (Buffer.byteLength(JSON.stringify(message)) > maxMessageBytes) throw new Error(tooLong)
  return message
}
const tooLong = `it comes to more than ${maxMessageBytes} bytes`

/** The same tree without prototypes: a template may name any property, and what is sent to a thread gets prototypes. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, bare(one)])
  return Object.assign(Object.create(null), Object.fromEntries(members))
}

/** The language with its allowed tags and filters; it reads no files. */
const engine = (job: Fill, outputEscape: (value: unknown) => string): Liquid => {
  const liquid = new Liquid({ strictFilters: true, ownPropertyOnly: true, templates: {}, outputEscape })
  Object.assign(liquid, { filters: filtersFor(job), tags: Object.create(null) })
  for (const name of allowedTags) liquid.registerTag(name, tags[name]!)
  return liquid
}

/** Liquid asks these for permission: before each piece that it fills, and for the characters that a filter handles. */
const limits = (liquid: Liquid) => {
  let [steps, handled] = [0, 0]
  const check = () => {
    if (++steps > maxSteps) throw new Error(`it takes more than ${maxSteps} steps`)
  }
  const use = (characters: number) => {
    if (characters > 0) handled += characters
    if (handled > maxHandledCharacters) throw new Error(`it handles more than ${maxHandledCharacters} characters`)
  }
  return { liquid, renderLimit: { check, use: check }, memoryLimit: { use, check: use } }
}

const filled = ({ liquid, pieces }: Program, variables: object, strictVariables: boolean): string => {
  const bounds = limits(liquid) as unknown as ConstructorParameters<typeof Context>[3]
  const context = new Context(variables, liquid.options, { sync: true, strictVariables }, bounds)
  const output = {
    buffer: "",
    write(piece: unknown) {
      this.buffer += printed(piece)
      if (this.buffer.length > maxFilledCharacters) throw new Error(tooLong)
    }
  }
  toValueSync(liquid.renderer.renderTemplates(pieces, context, output))
  return output.buffer
}

const lineOf = (error: unknown): number | undefined => {
  if (error instanceof Refused) return error.line
  return LiquidError.is(error) ? error.token?.getPosition()[0] : undefined
}

/** A reason may repeat a part of the template. */
const maxReasonCharacters = 200

const reasonOf = (error: unknown): string => {
  const { message } = error as Error
  return oneLine(message.replace(/, (?:file:.*, )?line:\d+, col:\d+$/, ""))
    .slice(0, maxReasonCharacters)
    .toWellFormed()
}
