/** Counts what this process asks of SQLite: statements, and reads of files, whatever module makes them. */
import { DatabaseSync, StatementSync } from "node:sqlite"
import { vi } from "vitest"

/** The statements of SQLite that an act runs, each as its text. */
export const statementsOf = async (act: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const texts: Array<string> = []
  const count = (sql: string) => {
    if (sql !== ofWatch) texts.push(sql)
  }
  const spies = methods.map((method) => {
    const run = StatementSync.prototype[method] as (...values: ReadonlyArray<unknown>) => unknown
    return vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...values: ReadonlyArray<unknown>
    ) {
      count(this.sourceSQL)
      return run.apply(this, values as never)
    } as never)
  })
  const exec = DatabaseSync.prototype.exec
  const executed = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    count(sql)
    exec.call(this, sql)
  })
  try {
    await act()
    return texts
  } finally {
    for (const spy of [...spies, executed]) spy.mockRestore()
  }
}

/** What a store asks of its file from time to time, whatever is called meanwhile. */
const ofWatch = "pragma schema_version"

const methods = ["get", "all", "run", "iterate"] as const
