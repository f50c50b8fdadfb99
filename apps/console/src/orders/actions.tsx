/** The buttons of an order's page. */
import { useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { mayCall, notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { Consent } from "../kit/consent.tsx"
import { Icon } from "../kit/icons.tsx"
import { say } from "../kit/notice.tsx"
import { Popover } from "../kit/popover.tsx"
import { go } from "../page/router.ts"
import { words } from "../words/words.ts"
import { shippedStatus, stepsOf, update } from "./next.tsx"
import type { Order, ShopSettings } from "./order.ts"
import { orderWords } from "./words.ts"

const resend = operationsById.get("orders.resendEmail")!
const authorize = operationsById.get("authorizations.create")!
const remove = operationsById.get("orders.remove")!

interface Properties {
  readonly order: Order
  readonly number: string
  readonly settings: ShopSettings
  readonly onStep: (to: number) => void
  readonly onChange: () => void
}

export const Actions = ({ number, onChange, onStep, order, settings }: Properties) => {
  const said = orderWords.value
  const [isRemoving, setRemoving] = useState(false)
  const { usual } = stepsOf(order.status, settings.transitions)
  // What most orders go through next comes first: preparation may be left out.
  const shown = usual.slice(0, maxButtons)
  return (
    <>
      <button type="button" class="button" onClick={() => print()}>
        <Icon name="print" /> <span class="wide">{said.print}</span>
        <span class="hidden">{said.print}</span>
      </button>
      {mayCall(update) && (
        <>
          <More {...{ onChange, onStep, order, settings, shown }} onRemove={() => setRemoving(true)} />
          {shown.toReversed().map((to) => (
            <button
              key={to}
              type="button"
              class={to === mainOf(shown) ? "primary" : "button"}
              onClick={() => onStep(to)}
            >
              {to === shippedStatus && <Icon name="truck" />} {said.next[to]}
            </button>
          ))}
        </>
      )}
      {isRemoving && (
        <Consent
          title={said.removeTitle(number)}
          text={number}
          submit={said.removeOrder}
          act={() => removeForGood(order.orderID)}
          onClose={() => setRemoving(false)}
        >
          <p>{said.removeGoes}</p>
          <p>{said.removeStays}</p>
        </Consent>
      )}
    </>
  )
}

const maxButtons = 2
const mainOf = (shown: ReadonlyArray<number>): number | undefined => shown[0]

/** A code of the operator's surface and its only use; the server asks for it so that no program removes an order by mistake. */
const removeForGood = async (orderID: string): Promise<void> => {
  const { data } = await call(authorize, { orderID })
  const { authorization_code } = data as { readonly authorization_code: string }
  await call(remove, { orderID, authorization_code })
  say(words.value.removed)
  go(["orders"])
}

type MoreProperties = Omit<Properties, "number"> & {
  readonly shown: ReadonlyArray<number>
  readonly onRemove: () => void
}

const More = ({ onChange, onRemove, onStep, order, settings, shown }: MoreProperties) => {
  const said = orderWords.value
  const { others, usual } = stepsOf(order.status, settings.transitions)
  const steps = [...usual.filter((one) => !shown.includes(one)), ...others].sort()
  const again = () =>
    call(resend, { orderID: order.orderID }).then(
      () => {
        say(said.resent)
        onChange()
      },
      (cause) => {
        notice(cause)
        say(whyOf(cause))
      }
    )
  return (
    <Popover label={words.value.more}>
      {(close) => {
        const doing = (act: () => void) => () => {
          close()
          act()
        }
        return (
          <div class="more">
            {steps.map((to) => (
              <button
                key={to}
                type="button"
                class={to === 7 ? "quiet danger" : "quiet"}
                onClick={doing(() => onStep(to))}
              >
                {said.next[to]}
              </button>
            ))}
            <hr />
            {order.billing.email !== "" && (
              <button type="button" class="quiet" onClick={doing(() => void again())}>
                {said.resend}
              </button>
            )}
            {mayCall(authorize) && (
              <button type="button" class="quiet danger" onClick={doing(onRemove)}>
                {said.removeOrder}
              </button>
            )}
          </div>
        )
      }}
    </Popover>
  )
}
