/** The help of `bottega serve`, made from its table of flags. */
import { type Flag, variableOf } from "./flag.ts"
import { table } from "./flags.ts"

/** The help of `bottega serve`. */
export const help = (): string => {
  const rows = Object.entries(table).filter(([, { secret }]) => secret !== true)
  const left = rows.map(([name, { placeholder }]) => `  --${name}${placeholder === undefined ? "" : ` ${placeholder}`}`)
  const width = Math.max(...left.map(({ length }) => length)) + 2
  const lines = rows.map(([, row], index) => `${left[index]!.padEnd(width)}${row.description}${otherwiseOf(row)}`)
  return `Run a server.

Examples:
  bottega serve --demo                 a server with the demo shop, on http://127.0.0.1:8080
  bottega serve --memory --port 0      in memory, on any free port
  bottega serve --data shop.db         with this data file
  bottega serve --mongo mongodb://db/shops?replicaSet=rs0   with this database

Usage: bottega serve [flags]

${lines.join("\n")}

Each flag is also read from the environment: --public-url from BOTTEGA_PUBLIC_URL, a switch as 1 or 0. Secrets are read only from the environment, or from a file that the variable with _FILE at its end names (BOTTEGA_TOKEN_FILE):
${secretLines()}
`
}

/** Every user of a machine can read its command lines, so secrets have no flags. */
const secretLines = (): string => {
  const rows = Object.entries(table).filter(([, { secret }]) => secret === true)
  const width = Math.max(...rows.map(([name]) => variableOf(name).length)) + 4
  return rows.map(([name, { description }]) => `${`  ${variableOf(name)}`.padEnd(width)}${description}`).join("\n")
}

const otherwiseOf = ({ otherwise }: Flag<unknown>): string =>
  typeof otherwise === "number" || typeof otherwise === "string" ? ` [${otherwise}]` : ""
