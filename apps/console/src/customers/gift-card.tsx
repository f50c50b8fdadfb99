/** The gift card of a user: its balance, and the ways to change it. */
import { useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import type { Operation } from "../contract/operation.ts"
import { money } from "../detail/manner.ts"
import { OperationForm } from "../form/form.tsx"
import { Dialog } from "../kit/dialog.tsx"
import { say } from "../kit/notice.tsx"
import { linkTo } from "../page/router.ts"
import type { Customer } from "./person.ts"
import { customerWords } from "./words.ts"

const load = operationsById.get("giftcards.load")!
const unload = operationsById.get("giftcards.unload")!

interface Properties {
  readonly customer: Customer
  readonly name: string
  readonly amount: number | undefined
  readonly onChange: () => void
}

export const GiftCard = ({ amount, customer, name, onChange }: Properties) => {
  const said = customerWords.value
  const { id, userUID } = customer
  return (
    <section class="box">
      <div class="box-title">
        <h2>{said.giftCard}</h2>
        {amount !== undefined && <a href={linkTo(["giftcards", String(userUID)], { customer: id })}>{said.showCard}</a>}
      </div>
      {userUID === 0 && <p class="faint">{said.noAccount}</p>}
      {userUID > 0 && amount === undefined && <p class="faint">{said.noGiftCard}</p>}
      {amount !== undefined && <p class="figure">{money(amount)}</p>}
      {userUID > 0 && <CardButtons {...{ amount, name, onChange, userUID }} />}
    </section>
  )
}

interface ButtonProperties {
  readonly userUID: number
  readonly name: string
  readonly amount: number | undefined
  readonly onChange: () => void
}

export const CardButtons = ({ amount = 0, name, onChange, userUID }: ButtonProperties) => {
  const said = customerWords.value
  const [operation, setOperation] = useState<Operation>()
  if (!mayCall(load)) return null
  const done = () => {
    setOperation(undefined)
    say(operation === load ? said.loaded : said.unloaded)
    onChange()
  }
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => setOperation(load)}>
        {said.load}
      </button>
      {amount > 0 && (
        <button type="button" class="button" onClick={() => setOperation(unload)}>
          {said.unload}
        </button>
      )}
      {operation !== undefined && (
        <Dialog
          title={operation === load ? said.loadTitle(name) : said.unloadTitle(name)}
          kind="step"
          onClose={() => setOperation(undefined)}
        >
          <p class="help">
            {said.balance}: {money(amount)}. {operation === load && said.loadNote}
          </p>
          <OperationForm
            operation={withAmount(operation)}
            fixed={{ userUID }}
            submit={operation === load ? said.load : said.unload}
            onDone={done}
          />
        </Dialog>
      )}
    </div>
  )
}

/** `credit` and `amount` are two names of one parameter; people see the one. */
const withAmount = (operation: Operation): Operation => ({
  ...operation,
  input: operation.input
    .filter(({ name }) => name !== "credit")
    .map(({ help: _, ...field }) => (field.name === "amount" ? { ...field, required: true as const } : field))
})
