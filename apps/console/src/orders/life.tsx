/** What happened to an order, newest first: what, when, who, and the request where it is known. */
import { operationsById } from "../call/client.ts"
import { authorOf, usePeople } from "../call/people.ts"
import { moment } from "../detail/manner.ts"
import { Value } from "../detail/value.tsx"
import { linkTo } from "../page/router.ts"
import type { Entry } from "./order.ts"
import { orderWords } from "./words.ts"

/** The status of an order, as the contract describes it. */
export const statusPart = operationsById.get("orders.list")!.output.item!.inner!.find(({ name }) => name === "status")!

const created = 0
const statusChanged = 1

export const Timeline = ({ entries }: { readonly entries: ReadonlyArray<Entry> }) => {
  const said = orderWords.value
  const people = usePeople(entries.some(({ by }) => by?.startsWith("person:") === true))
  return (
    <section class="box no-print">
      <h2>{said.timeline}</h2>
      <ol class="timeline">
        {entries.toReversed().map((entry, at) => (
          <li key={entries.length - at}>
            <p>
              {said.happened[entry.eventId] ?? entry.eventId}{" "}
              {(entry.eventId === statusChanged || entry.eventId === created) && (
                <Value part={statusPart} value={entry.status} />
              )}
            </p>
            <p class="faint">
              {[moment(entry.ts), whoOf(entry, people)].join(" · ")}
              {entry.requestId !== null && (
                <>
                  {" · "}
                  <a href={linkTo(["requests", entry.requestId])}>{said.request}</a>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The person or program that did it; one of which only the address is known is named by that. */
const whoOf = ({ by, ip }: Entry, people: ReadonlyMap<string, string>): string => {
  const said = orderWords.value
  return by === null ? said.from(ip) : said.by(authorOf(by, people))
}
