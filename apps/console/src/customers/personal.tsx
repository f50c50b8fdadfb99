/** The export of a person's data, and its erasure. */
import { useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import { money } from "../detail/manner.ts"
import { Consent } from "../kit/consent.tsx"
import { say } from "../kit/notice.tsx"
import { download } from "../list/csv.ts"
import { go } from "../page/router.ts"
import type { PersonalData } from "./person.ts"
import { customerWords } from "./words.ts"

const erase = operationsById.get("customers.erase")!

interface Properties {
  readonly id: string
  readonly name: string
  readonly data: PersonalData
}

export const Personal = ({ data, id, name }: Properties) => {
  const said = customerWords.value
  const [isErasing, setErasing] = useState(false)
  const keep = () => {
    download(`${name.replaceAll(/[^\p{L}\d]+/gu, "-")}.json`, [JSON.stringify(data, null, 2)], "application/json")
    say(said.exported)
  }
  return (
    <section class="box">
      <h2>{said.personal}</h2>
      <p class="help">{said.personalHelp}</p>
      <div class="actions">
        <button type="button" class="button" onClick={keep}>
          {said.exportData}
        </button>
        {mayCall(erase) && (
          <button type="button" class="button danger" onClick={() => setErasing(true)}>
            {said.eraseData}
          </button>
        )}
      </div>
      {isErasing && <Erasure {...{ data, id, name }} onClose={() => setErasing(false)} />}
    </section>
  )
}

const Erasure = ({ data, id, name, onClose }: Properties & { readonly onClose: () => void }) => {
  const said = customerWords.value
  const credit = data.gift_cards?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  const act = async () => {
    const answer = (await call(erase, { id })).data as Readonly<Record<"orders" | "removed" | "pending", number>>
    say(said.erased(answer.orders, answer.removed))
    if (answer.pending > 0) say(said.pending)
    go(["customers"])
  }
  return (
    <Consent title={said.eraseTitle(name)} text={name} submit={said.eraseData} act={act} onClose={onClose}>
      {credit > 0 && <p class="failure">{said.hasCredit(money(credit))}</p>}
      <h3>{said.goes}</h3>
      <ul class="plain-list">
        <li>{said.goesCustomer}</li>
        {kinds.map((kind) => {
          const count = data[kind]?.length ?? 0
          return count === 0 || (kind === "gift_cards" && credit > 0) ? null : (
            <li key={kind}>{said.goesCount[kind](count)}</li>
          )
        })}
      </ul>
      <h3>{said.stays}</h3>
      <ul class="plain-list">
        {(data.orders?.length ?? 0) > 0 && <li>{said.staysOrders(data.orders!.length)}</li>}
        {(data.coupon_uses?.length ?? 0) > 0 && <li>{said.staysCoupons}</li>}
        <li>{said.staysStock}</li>
      </ul>
    </Consent>
  )
}

const kinds = ["addresses", "consents", "mail", "gift_cards"] as const
