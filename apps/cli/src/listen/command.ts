/** `bottega listen`: forwards a shop's events to a handler on this machine, as webhooks would send them. */
import { styleText } from "node:util"
import { withShop } from "../call.ts"
import type { Invocation } from "../command.ts"
import { connect, failureAt } from "../connect.ts"
import { say, write } from "../output.ts"
import { safeJson, sanitized } from "../table.ts"
import { Usage } from "../usage.ts"
import { forwarded, type Sent } from "./forward.ts"
import { onKeys } from "./keys.ts"
import { targetOf } from "./patterns.ts"
import { followEntries, followed, placeOfNow } from "./place.ts"
import { listenSecret } from "./secret.ts"

/** Runs until it is interrupted. */
export const run = async ({ options, settings }: Invocation): Promise<number> => {
  const forwardTo = options.get("forward-to")
  if (forwardTo === undefined) throw new Usage("--forward-to is missing: the address of your handler.")
  const target = targetOf(forwardTo, options.get("events"), options.get("map"))
  const connection = await connect(followEntries, options)
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort()
  const asJson = options.has("json")
  let last: Sent | undefined
  const send = async (event: Sent["event"], to: string) => {
    last = await forwarded(event, { to, secret, signal })
    if (!signal.aborted) await write(asJson ? `${safeJson(shownOf(last))}\n` : lineOf(last))
  }
  const stopKeys = onKeys({
    r: async () => last && send(last.event, last.to),
    d: async () => last && say(detailsOf(last)),
    q: async () => end()
  })
  process.once("SIGINT", end).once("SIGTERM", end)
  const secret = listenSecret(settings)
  try {
    const { shop } = (await withShop(connection, followEntries, options, {})) as { readonly shop: string }
    // Before the line that says that it listens: a program that waits for that line may make an event at once.
    const after = await placeOfNow(connection, { shop })
    say(`Events of the shop ${shop} in ${connection.place} go to ${forwardTo}.\nSigned with the secret ${secret}`)
    if (stopKeys !== undefined) say("r sends the last event again, d shows its details, q ends.")
    const onBreak = (reason: string) => say(`${sanitized(reason)} Trying again; no event is left out.`)
    const topics = ["events"] as const
    const following = { shop, topics, after, signal, onBreak, onReturn: () => say("The connection works again.") }
    for await (const entry of followed(connection, following)) {
      const to = entry.topic === "events" ? target(entry.name) : undefined
      if (to !== undefined) await send(entry as Sent["event"], to)
    }
    return 0
  } catch (error) {
    throw await failureAt(error, connection)
  } finally {
    stopKeys?.()
    process.off("SIGINT", end).off("SIGTERM", end)
    await connection.close()
  }
}

const shownOf = ({ answer, event: { id, name, orderID, replay, ts }, ms, status, to }: Sent) => ({
  ...{ id, name, orderID, ts, replay, to, status: status ?? null, ms, answer }
})

const lineOf = ({ answer, event: { name, orderID, replay }, ms, status, to }: Sent): string => {
  const isFine = status !== undefined && status < 300
  const shown = styleText(isFine ? "green" : "red", String(status ?? "---"), { stream: process.stdout })
  const why = status === undefined ? `  ${sanitized(answer)}` : ""
  const again = replay ? "  (replay)" : ""
  const time = new Date().toTimeString().slice(0, 8)
  return `${time}  ${shown}  ${`${ms} ms`.padStart(8)}  ${name.padEnd(22)} ${(orderID ?? "").padEnd(18)} ${to}${again}${why}\n`
}

const detailsOf = ({ answer, body, event: { name }, status, to }: Sent): string =>
  [`${name} to ${to}:`, safeJson(JSON.parse(body)), `Answer: ${status ?? "none"}`, sanitized(answer)].join("\n")
