/** A list as CSV (RFC 4180), and files that the browser keeps. */

/** One row. */
export const csvLine = (values: ReadonlyArray<unknown>): string => `${values.map(cellOf).join(",")}\r\n`

const cellOf = (value: unknown): string => {
  const text =
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)
  // A spreadsheet runs a text that begins like a formula; numbers may begin with a sign.
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lets the browser keep a list as a file; the mark at its beginning tells spreadsheets its encoding. */
export const downloadCsv = (name: string, parts: ReadonlyArray<string>): void =>
  download(name, ["\ufeff", ...parts], "text/csv;charset=utf-8")

/** Lets the browser keep a text as a file. */
export const download = (name: string, parts: ReadonlyArray<string>, type: string): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
const keptMs = 60_000
