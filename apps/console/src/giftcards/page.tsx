/** A gift card with its movements: when, how much, by whom, and the balance after each. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { useNames } from "../customers/consents.tsx"
import { CardButtons } from "../customers/gift-card.tsx"
import { customerWords } from "../customers/words.ts"
import { moment, money } from "../detail/manner.ts"
import { areaNoun } from "../fold/spoken.ts"
import { address, linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { useHolder } from "./holder.ts"

const ledger = operationsById.get("giftcards.ledger")!
const maxEntries = 200

interface Entry {
  readonly delta: number
  readonly balance: number
  readonly key: string | null
  readonly ts: number
}

export const GiftCardPage = ({ entry: user }: { readonly entry: string }) => {
  const said = customerWords.value
  const [turn, setTurn] = useState(0)
  const again = () => setTurn((one) => one + 1)
  const { data, failure } = useAnswer(ledger, { userUID: user, limit: maxEntries }, { turn })
  const holder = useHolder(Number(user), address.value.query["customer"])
  const entries = data as ReadonlyArray<Entry> | undefined
  const balance = entries?.[0]?.balance
  const name = holder === undefined ? said.user(user) : holder.name
  return (
    <>
      <Title
        text={name}
        above={[[areaNoun("giftcards"), ["giftcards"]]]}
        beside={<span class="badge">{said.giftCard}</span>}
      />
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {entries === undefined && failure === undefined && <Loading rows={6} />}
      {entries !== undefined && (
        <div class="order">
          <div class="order-main">
            <Ledger entries={entries} />
          </div>
          <div class="order-side">
            <section class="box">
              <h2>{said.balance}</h2>
              <p class="figure">{money(balance ?? 0)}</p>
              <CardButtons userUID={Number(user)} name={name} amount={balance} onChange={again} />
            </section>
            {holder !== undefined && (
              <section class="box">
                <h2>{said.holder}</h2>
                <p>
                  <a href={linkTo(["customers", holder.id])}>{holder.name}</a>
                </p>
                <p class="faint">{holder.email}</p>
              </section>
            )}
          </div>
        </div>
      )}
    </>
  )
}

const Ledger = ({ entries }: { readonly entries: ReadonlyArray<Entry> }) => {
  const said = customerWords.value
  const who = useNames(entries.map(({ key }) => key))
  return (
    <section class="box">
      <h2>{said.ledger}</h2>
      {entries.length === 0 && <p class="faint">{said.noLedger}</p>}
      {entries.length > 0 && (
        <table class="plain ledger">
          <thead>
            <tr>
              <th scope="col">{said.when}</th>
              <th scope="col">{said.who}</th>
              <th scope="col" class="number">
                {said.change}
              </th>
              <th scope="col" class="number">
                {said.balance}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ balance, delta, key, ts }, at) => (
              <tr key={entries.length - at}>
                <td>{moment(ts)}</td>
                <td>{who.get(key) ?? "…"}</td>
                <td class={delta < 0 ? "number fall" : "number rise"}>
                  {delta > 0 && "+"}
                  {money(delta)}
                </td>
                <td class="number">{money(balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
