/** `bottega import <file> --kind products`: makes a product or a customer of each row of a CSV file, by the operation that makes one. */
import { type Bottega, BottegaError } from "@bottega/client"
import { contract } from "@bottega/domain/areas"
import { entries } from "@bottega/domain/contract"
import type { Invocation } from "../command.ts"
import { readFile } from "../input-file.ts"
import { say, write } from "../output.ts"
import { safeJson } from "../table.ts"
import { Usage } from "../usage.ts"
import { counted } from "./amount.ts"
import { type Column, columnsOf } from "./csv-columns.ts"
import { type CsvKind, csvKinds } from "./csv-kinds.ts"
import { type Row, rowsOf } from "./csv-rows.ts"
import { progress } from "./progress.ts"

/** What is wrong with a row; the column is absent if it is the row as a whole. */
interface Problem {
  readonly line: number
  readonly column?: string
  readonly reason: string
}

/** The rows that are called at a time, whose problems are reported in the order of their lines. */
const maxTogether = 16
/** The problems that are kept for --json; all are counted. */
const maxKept = 1000
/** The rows whose keys are compared, to find one that a file has twice. */
const maxCompared = 1_000_000

/** Runs the command. */
export const run = async ({ operand: file = "-", options, settings }: Invocation): Promise<number> => {
  const kind = csvKinds.get(options.get("kind")!)
  if (kind === undefined) throw new Usage(`--kind must be one of ${[...csvKinds.keys()].join(", ")}.`)
  const isDry = options.has("dry-run")
  const entry = entries(contract).find(({ id }) => id === `${kind.area}.create`)!
  const { local } = await import("../local.ts")
  const connection = await local(entry, { ...settings, isDry }, options.get("shop"))
  const report = new Report(options.has("json"))
  const shown = progress((count) => `${count} rows read`)
  try {
    const rows = rowsOf(await readFile(file))
    const { done, value: headers } = await rows.next()
    if (done === true) throw new Usage("The file is empty.")
    const columns = columnsOf(kind, headers.cells, mapped(options.get("columns")))
    const made = new Rows(connection.client, kind, columns)
    let batch: Array<Row> = []
    const flush = async () => {
      const outcomes = await Promise.all(batch.map((row) => made.take(row)))
      for (const problems of outcomes) await report.add(problems)
      batch = []
      shown.at(report.rows)
    }
    for await (const row of rows) if (batch.push(row) === maxTogether) await flush()
    await flush()
    shown.end()
    return await report.end(columns, isDry)
  } finally {
    shown.end()
    await connection.close()
  }
}

const mapped = (text = ""): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(",")
      .filter((pair) => pair.trim() !== "")
      .map((pair) => {
        const at = pair.lastIndexOf("=")
        if (at < 1) throw new Usage("--columns takes <header>=<parameter>, separated by commas.")
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
      })
  )

/** Makes rows by calls. */
class Rows {
  readonly #client: Bottega
  readonly #kind: CsvKind
  readonly #columns: ReadonlyArray<Column>
  readonly #lineByKey = new Map<string, number>()

  constructor(client: Bottega, kind: CsvKind, columns: ReadonlyArray<Column>) {
    this.#client = client
    this.#kind = kind
    this.#columns = columns
  }

  /** Makes a row; everything that is wrong with it, at once. */
  async take({ cells, line }: Row): Promise<ReadonlyArray<Problem>> {
    const [columns, kind] = [this.#columns, this.#kind]
    if (cells.length !== columns.length)
      return [
        { line, reason: `has ${counted(cells.length, "cell")}, but the file has ${counted(columns.length, "column")}` }
      ]
    const wrong = columns.filter((_, at) => cells[at]!.includes("\ufffd"))
    if (wrong.length > 0) return wrong.map(({ header }) => ({ line, column: header, reason: "is not UTF-8" }))
    const pairs = columns.flatMap(({ parameter }, at) =>
      parameter === undefined || cells[at] === "" ? [] : [[parameter, cells[at]!]]
    )
    const key = pairs
      .find(([parameter]) => parameter === kind.key)?.[1]
      ?.trim()
      .toLowerCase()
    const before = key === undefined ? undefined : this.#lineByKey.get(key)
    if (before !== undefined) return [{ line, column: this.#headerOf(kind.key), reason: `is also on line ${before}` }]
    if (key !== undefined && this.#lineByKey.size < maxCompared) this.#lineByKey.set(key, line)
    try {
      // A nested name stays one name, `attributes[material]`, which forms have anyway.
      await this.#client[kind.area].create(Object.fromEntries(pairs) as never)
      return []
    } catch (error) {
      if (error instanceof BottegaError && error.status >= 400 && error.status < 500)
        return this.#problemsOf(line, error)
      throw error
    }
  }

  #problemsOf(line: number, { details, message }: BottegaError): ReadonlyArray<Problem> {
    if (details.length === 0) return [{ line, reason: message }]
    return details.map(({ message: reason, path }) => ({ line, column: this.#headerOf(path), reason }))
  }

  /** The header of a parameter's column, or the parameter itself. */
  #headerOf(path: string): string {
    const exact = this.#columns.find(({ parameter }) => parameter === path)
    const begins = this.#columns.find(({ parameter }) => parameter !== undefined && path.startsWith(`${parameter}[`))
    return (exact ?? begins)?.header ?? path
  }
}

/** Prints problems as they are found, or keeps them for one JSON text. */
class Report {
  readonly #asJson: boolean
  readonly #problems: Array<Problem> = []
  rows = 0
  #refused = 0

  constructor(asJson: boolean) {
    this.#asJson = asJson
  }

  async add(problems: ReadonlyArray<Problem>): Promise<void> {
    this.rows++
    if (problems.length > 0) this.#refused++
    for (const problem of problems) {
      if (!this.#asJson) await write(`${lineOf(problem)}\n`)
      else if (this.#problems.length < maxKept) this.#problems.push(problem)
    }
  }

  async end(columns: ReadonlyArray<Column>, isDry: boolean): Promise<number> {
    const [made, refused] = [this.rows - this.#refused, this.#refused]
    const ignored = columns.filter(({ parameter }) => parameter === undefined).map(({ header }) => header)
    if (this.#asJson)
      await write(
        `${safeJson({ rows: this.rows, made, refused, dry_run: isDry, ignored, problems: this.#problems })}\n`
      )
    else {
      if (ignored.length > 0) say(`Ignored columns: ${ignored.map(printable).join(", ")}.`)
      const what = isDry ? "would be imported; nothing was written" : "imported"
      say(`${counted(made, "row")} ${what}, ${counted(refused, "row")} refused.`)
    }
    return refused === 0 ? 0 : 1
  }
}

const lineOf = ({ column, line, reason }: Problem): string =>
  column === undefined
    ? `line ${line}: ${printable(reason)}`
    : `line ${line}, column ${printable(column)}: ${printable(reason)}`

/** A text of the file as a terminal may show it. */
const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").slice(0, 500)
