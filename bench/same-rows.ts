/** Compares the rows that two programs write into copies of one data file. */
import type { Entrant } from "./beside-plain.ts"
import { ask, type Case } from "./calls.ts"
import { rowsOf } from "./usage.ts"

/** Tables that the plain program leaves alone: running numbers, drawn ahead, and the counts of callers. */
const aside = new Set(["sequences", "counts"])

/** Warns if one request of each kind makes other rows in the plain program's file than in ours, or other texts. */
export const compareRows = async (one: Entrant, other: Entrant, cases: ReadonlyArray<Case>): Promise<void> => {
  const before = [one, other].map(({ file }) => rowsOf(file!))
  for (const { program } of [one, other])
    for (const { load } of cases) {
      const { body, path } = load.requests[0]!
      await ask({ url: program.url, headers: load.headers }, path, { method: load.method, body: body! })
    }
  const [mine, theirs] = [one, other].map(
    ({ file }, at) =>
      new Map(
        [...rowsOf(file!)].map(([name, { characters, rows }]) => [
          name,
          { rows: rows - before[at]!.get(name)!.rows, characters }
        ])
      )
  ) as ReadonlyArray<Grown> as readonly [Grown, Grown]
  const rows = [...mine].filter(([name, { rows }]) => !aside.has(name) && (rows > 0 || theirs.get(name)!.rows > 0))
  for (const [name, { characters, rows: own }] of rows) {
    const plain = theirs.get(name)!
    const isLike = Math.abs(characters - plain.characters) <= 0.05 * characters
    if (own === plain.rows && isLike) continue
    if (own === 0 && name.includes(".(")) {
      console.log(`Deferred by ours: ${plain.rows} rows of ${name}`)
      continue
    }
    console.log(
      `Not the same: ${name}, ours ${own} rows and ${characters} characters, plain ${plain.rows} and ${plain.characters}`
    )
  }
  const kinds = rows.map(([name, { rows }]) => `${name} ${rows}`).join(", ")
  console.log(`New rows of a create and an increment: ${kinds}\n`)
}
type Grown = ReadonlyMap<string, { readonly rows: number; readonly characters: number }>
