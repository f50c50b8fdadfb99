/** A customer: who they are, what they bought, what they agreed to, and what the shop stores of them. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import { ActionDialog } from "../detail/action.tsx"
import { Facts } from "../detail/facts.tsx"
import { moment } from "../detail/manner.ts"
import { type Action, actionsOf, isRemoval, type Pages } from "../fold/area.ts"
import { areaNoun, summaryOf } from "../fold/spoken.ts"
import { Tags } from "../form/tags.tsx"
import { say } from "../kit/notice.tsx"
import { Popover } from "../kit/popover.tsx"
import { go, linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { Consents } from "./consents.tsx"
import { GiftCard } from "./gift-card.tsx"
import { Coupons, Orders } from "./orders.tsx"
import type { Customer, PersonalData } from "./person.ts"
import { Personal } from "./personal.tsx"
import { customerWords } from "./words.ts"

const read = operationsById.get("customers.read")!
const dataOf = operationsById.get("customers.data")!
const add = operationsById.get("customers.addTags")!
const remove = operationsById.get("customers.removeTags")!

interface Properties {
  readonly pages: Pages
  readonly entry: string
}

export const CustomerPage = ({ entry: id, pages }: Properties) => {
  const [turn, setTurn] = useState(0)
  const again = () => setTurn((one) => one + 1)
  const own = useAnswer(read, { id }, { turn })
  const all = useAnswer(dataOf, { id }, { turn })
  const customer = own.data as Customer | undefined
  const data = all.data as PersonalData | undefined
  const name = customer === undefined ? id : customer.fullname || customer.email
  const said = customerWords.value
  const created = data?.customers?.[0]?.created
  const kind = customer && <span class="badge">{said.accounts[customer.accountType] ?? customer.accountType}</span>
  return (
    <>
      <Title text={name} above={[[areaNoun("customers"), ["customers"]]]} beside={kind}>
        {customer !== undefined && <Actions {...{ customer, name, pages }} onChange={again} />}
      </Title>
      {own.failure !== undefined && <Failure cause={own.failure} onRetry={again} />}
      {customer === undefined && own.failure === undefined && <Loading rows={10} />}
      {created !== undefined && <p class="order-line faint">{said.since(moment(created))}</p>}
      {customer !== undefined && all.failure !== undefined && <Failure cause={all.failure} onRetry={again} />}
      {customer !== undefined && data === undefined && all.failure === undefined && <Loading rows={8} />}
      {customer !== undefined && data !== undefined && <Shown {...{ again, customer, data, name, turn }} />}
    </>
  )
}

interface ShownProperties {
  readonly customer: Customer
  readonly data: PersonalData
  readonly name: string
  readonly turn: number
  readonly again: () => void
}

const Shown = ({ again, customer, data, name, turn }: ShownProperties) => {
  const { accept_marketing = false, custom_fields = {}, note = "", tags = [] } = data.customers?.[0] ?? {}
  const said = customerWords.value
  const orders = data.orders ?? []
  return (
    <div class="order">
      <div class="order-main">
        <Orders orders={orders} email={customer.email} />
        <GiftCard {...{ customer, name }} amount={data.gift_cards?.[0]?.amount} onChange={again} />
        <Coupons orders={orders} />
        {Object.keys(custom_fields).length > 0 && (
          <section class="box">
            <h2>{said.customFields}</h2>
            <Facts area="customers" part={{ kind: "record", member: { kind: "text" } }} value={custom_fields} isInner />
          </section>
        )}
      </div>
      <div class="order-side">
        {note !== "" && (
          <section class="box buyer-note">
            <h2>{said.note}</h2>
            <p>{note}</p>
          </section>
        )}
        <Contact customer={customer} addresses={data.addresses ?? []} />
        <Tags {...{ tags, add, remove }} entry={{ id: customer.id }} onChange={again} />
        <Consents id={customer.id} agrees={accept_marketing} turn={turn} onChange={again} />
        <Personal {...{ data, name }} id={customer.id} />
      </div>
    </div>
  )
}

interface ContactProperties {
  readonly customer: Customer
  readonly addresses: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const Contact = ({ addresses, customer }: ContactProperties) => {
  const said = customerWords.value
  const {
    address = "",
    city = "",
    code = "",
    country = "",
    email,
    mobile = "",
    phone = "",
    state = "",
    zip = ""
  } = customer
  const place = [address, `${zip} ${city}`.trim(), state === city ? "" : state, country].filter((one) => one !== "")
  return (
    <section class="box">
      <h2>{said.contact}</h2>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {[...new Set([phone, mobile])].map(
        (one) =>
          one !== "" && (
            <p key={one}>
              <a href={`tel:${one.replaceAll(/[^\d+]/g, "")}`}>{one}</a>
            </p>
          )
      )}
      {place.length > 0 && (
        <address class="apart">
          {place.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      )}
      {code !== "" && (
        <p>
          <span class="faint">{said.taxNumber}</span> {code}
        </p>
      )}
      {addresses.length > 0 && (
        <p>
          {said.addresses}: {addresses.length}
        </p>
      )}
      <p class="apart">
        <a href={linkTo(["mail"], { to: email })}>{said.mails}</a>
      </p>
    </section>
  )
}

/** These have a place of their own on the page. */
const drawn = new Set(["acceptMarketing", "addTags", "removeTags", "setTags", "data", "erase", "consents"])

interface ActionsProperties {
  readonly customer: Customer
  readonly name: string
  readonly pages: Pages
  readonly onChange: () => void
}

const Actions = ({ customer, name, onChange, pages }: ActionsProperties) => {
  const [action, setAction] = useState<Action>()
  const all = actionsOf(pages).filter(
    ({ operation }) => operation.method !== "GET" && mayCall(operation) && !drawn.has(operation.name)
  )
  const update = all.find(({ operation }) => operation.name === "update")
  const rest = all.filter((one) => one !== update)
  const done = (finished: Action) => {
    setAction(undefined)
    say(isRemoval(finished) ? words.value.removed : words.value.saved)
    if (isRemoval(finished)) go(["customers"])
    else onChange()
  }
  return (
    <>
      {rest.length > 0 && (
        <Popover label={words.value.more}>
          {(close) => (
            <div class="more">
              {rest.map((one) => (
                <button
                  key={one.operation.id}
                  type="button"
                  class={isRemoval(one) ? "quiet danger" : "quiet"}
                  onClick={() => {
                    close()
                    setAction(one)
                  }}
                >
                  {isRemoval(one) ? words.value.remove : summaryOf(one.operation)}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
      {update !== undefined && (
        <button type="button" class="primary" onClick={() => setAction(update)}>
          {words.value.edit}
        </button>
      )}
      {action !== undefined && (
        <ActionDialog
          {...{ action }}
          data={customer}
          entry={customer.id}
          title={name}
          onClose={() => setAction(undefined)}
          onDone={done}
        />
      )}
    </>
  )
}
