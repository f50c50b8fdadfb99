/** The text of a start for people: the server's address, its credentials, and first commands to try. */
import { contract } from "@bottega/domain/areas"
import { type Any, pathOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import type { Config } from "../config/config.ts"
import { variableOf } from "../config/flag.ts"
import type { Log } from "../log/log.ts"
import type { Running } from "./serve.ts"

/** The text that is printed once the server is ready; `command` is how `bottega` is typed here. */
export const welcome = (running: Running, config: Config, command = "bottega", signIn?: string): string => {
  const { controlUrl, credentials, url } = running
  const { exchange, key, shop } = credentials
  const keySet = { shop, key, exchange }
  const kept = config.credentials === undefined ? { token: credentials.token } : { "all of it": config.credentials }
  const control = controlUrl === undefined ? {} : { control: `${controlUrl}/docs` }
  const mail =
    config.mail === undefined
      ? "is kept and not sent (--smtp-url sends it)"
      : `is sent through ${config.mail.server.host}`
  const rows = Object.entries({
    "API page": `${url}/docs`,
    console: `${controlUrl ?? url}/console`,
    ...(signIn === undefined ? {} : { "sign in": `${signIn} (once, within 10 minutes)` }),
    ...control,
    ...(shop === null ? {} : keySet),
    ...kept,
    mail
  })
  const table = rows.map(([name, value]) => `  ${name.padEnd(11)}${value}`).join("\n")
  const hint = shop === null ? making(running, config, command) : tries(url, key, exchange)
  return `\nBottega is ready at ${url}\n\n${table}\n${hint}\n`
}

/** How to make a shop in this store, through this server and with its token. */
const making = ({ controlUrl, credentials, url }: Running, config: Config, command: string): string => {
  const [variable, option] =
    config.credentials === undefined
      ? [`${variableOf("token")}=${quoted(credentials.token)} `, ""]
      : ["", ` --credentials ${quoted(config.credentials)}`]
  const at = quoted(controlUrl ?? url)
  const bottega = `${variable}${command} --url ${at}${option}`
  return `
These commands make a shop and a key set for it, and call the API with that key set:
  ${bottega} shops create --name 'My shop'
  ${bottega} keys create --permission read-write --save my-shop.credentials.json
  ${command} --url ${quoted(url)} --credentials my-shop.credentials.json orders list
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
 * Reports the progress of filling a store: to a person at a terminal, at most ten times a second; otherwise in the log,
 * every two seconds.
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
