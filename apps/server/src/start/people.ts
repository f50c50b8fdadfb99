/** What a start says to people: where the server is, what opens it, and what to try first. */
import { contract } from "@bottega/domain/areas"
import { type Any, pathOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import type { Config } from "../config/config.ts"
import { variableOf } from "../config/flag.ts"
import type { Log } from "../log/log.ts"
import type { Running } from "./serve.ts"

/** The text that is printed once the server is ready; `command` is how `bottega` is typed here. */
export const welcome = (running: Running, config: Config, command = "bottega"): string => {
  const { controlUrl, credentials, url } = running
  const { exchange, key, shop } = credentials
  const keySet = { shop, key, exchange }
  const kept = config.credentials === undefined ? { token: credentials.token } : { "all of it": config.credentials }
  const control = controlUrl === undefined ? {} : { control: `${controlUrl}/docs` }
  const rows = Object.entries({ "API page": `${url}/docs`, ...control, ...(shop === null ? {} : keySet), ...kept })
  const table = rows.map(([name, value]) => `  ${name.padEnd(11)}${value}`).join("\n")
  const hint = shop === null ? making(running, config, command) : tries(url, key, exchange)
  return `\nBottega is ready at ${url}\n\n${table}\n${hint}\n`
}

/** How a shop is made in this very store: by this server, with the token from where it is kept. */
const making = ({ controlUrl, credentials, url }: Running, config: Config, command: string): string => {
  const [variable, option] =
    config.credentials === undefined
      ? [`${variableOf("token")}=${quoted(credentials.token)} `, ""]
      : ["", ` --credentials ${quoted(config.credentials)}`]
  const at = quoted(controlUrl ?? url)
  return `
This makes a shop:
  ${variable}${command} --url ${at}${option} shops create --name 'My shop'
`
}

/** A word for a shell, in single quotes if it is not plain. */
const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const tries = (url: string, key: string | null, exchange: string | null): string => {
  const curl = `curl -H 'key: ${key}' -H 'exchange: ${exchange}'`
  const { create, list } = contract.orders
  const fields = format(create.example).map(
    ([name, value]) => ` \\\n    --data-urlencode ${quoted(`${name}=${value}`)}`
  )
  return `
List orders:
  ${curl} '${addressOf(url, list)}?limit=3'

Create one:
  ${curl} ${addressOf(url, create)}${fields.join("")}
`
}

const addressOf = (url: string, endpoint: Any): string => `${url}${pathOf(endpoint)}`

/**
 * Tells how far the filling of a store is: a person who watches, at most ten times a second; else the log, every two
 * seconds.
 */
export const progressTo = (to: NodeJS.WriteStream, log: Log): ((done: number, orders: number) => void) => {
  let next = to.isTTY ? 0 : performance.now() + unwatched
  return (done, orders) => {
    const now = performance.now()
    if (now < next && (done < orders || !to.isTTY)) return
    next = now + (to.isTTY ? watched : unwatched)
    if (!to.isTTY) return log.info("making the demo shop", { done, orders })
    to.write(`\rMaking the demo shop: ${done} of ${orders} orders${done < orders ? "" : "\n"}`)
  }
}

/** Milliseconds between two lines of progress. */
const watched = 100
const unwatched = 2000
