/** Changes the stock of a SKU: adds, takes away, or sets it if nobody else has changed it meanwhile. */
import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { errorIn } from "../call/error.ts"
import { useOnce } from "../call/once.ts"
import { isOffline, notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { described, Labelled } from "../form/labelled.tsx"
import { Dialog } from "../kit/dialog.tsx"
import { say } from "../kit/notice.tsx"
import { Failure, Loading } from "../page/states.tsx"
import { stockWords } from "./words.ts"

const read = operationsById.get("products.read")!
const set = operationsById.get("inventory.set")!
const increment = operationsById.get("inventory.increment")!

/** The stock of one SKU. */
export interface StockLevel {
  readonly sku: string
  readonly uid: number
  readonly title: string
  readonly quantity: number | null
  readonly unlimited: boolean
}

interface Product {
  readonly code: string
  readonly stock_count: number
  readonly variants: ReadonlyArray<{ readonly sku: string; readonly quantity: number }>
}

interface Properties {
  readonly level: Pick<StockLevel, "sku" | "uid">
  readonly onClose: () => void
  readonly onChanged: (quantity: number) => void
}

/** The product says whether the SKU is a variant's, and what its stock is now. */
export const ChangeStock = ({ level: { sku, uid }, onChanged, onClose }: Properties) => {
  const { again, data, failure } = useAnswer(read, { uid: String(uid) })
  const product = data as Product | undefined
  const variant = product?.variants.find((one) => one.sku === sku)
  return (
    <Dialog title={stockWords.value.changeOf(sku)} onClose={onClose}>
      {failure !== undefined ? (
        <Failure cause={failure} onRetry={again} />
      ) : product === undefined ? (
        <Loading rows={3} />
      ) : (
        <Form
          {...{ again, onChanged, onClose, sku }}
          isVariant={variant !== undefined}
          now={variant?.quantity ?? product.stock_count}
        />
      )}
    </Dialog>
  )
}

interface FormProperties extends Pick<Properties, "onChanged" | "onClose"> {
  readonly sku: string
  readonly isVariant: boolean
  readonly now: number
  readonly again: () => void
}

type Way = "add" | "subtract" | "set"
const ways: ReadonlyArray<Way> = ["add", "subtract", "set"]

const Form = ({ again, isVariant, now, onChanged, onClose, sku }: FormProperties) => {
  const [way, setWay] = useState<Way>("add")
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const call = useOnce()
  const words = stockWords.value
  const count = /^\d+$/.test(typed.trim()) ? Number(typed) : undefined
  const then = count === undefined ? now : way === "set" ? count : way === "add" ? now + count : now - count
  useEffect(() => setProblem(undefined), [way, typed])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setSending(true)
    const about = { sku, is_child: isVariant ? "1" : "0" }
    try {
      await (way === "set"
        ? call(set, { ...about, quantity: typed.trim(), expected: String(now) })
        : call(increment, { ...about, quantity: way === "add" ? typed.trim() : `-${typed.trim()}` }))
      isOffline.value = false
      say(words.changed(sku, then))
      onChanged(then)
      return onClose()
    } catch (cause) {
      notice(cause)
      const error = errorIn(cause)
      setProblem(error?.details[0]?.message ?? whyOf(cause))
      // A conflict says that the stock is another one than what is shown.
      if (error?.status === 409) again()
    }
    setSending(false)
  }
  return (
    <form class="stock-change" onSubmit={send} noValidate>
      <p>
        {words.inStock}: <b>{words.pieces(now)}</b>
      </p>
      <fieldset class="ways">
        <legend class="hidden">{words.how}</legend>
        {ways.map((one) => (
          <label key={one} class="tab" data-on={one === way}>
            <input type="radio" name="way" class="hidden" checked={one === way} onChange={() => setWay(one)} />
            {words.ways[one]}
          </label>
        ))}
      </fieldset>
      <Labelled id="stock-count" label={words.count} problem={problem}>
        <input
          id="stock-count"
          type="text"
          inputMode="numeric"
          autocomplete="off"
          autofocus
          value={typed}
          {...described("stock-count", problem)}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </Labelled>
      <p role="status" class="faint">
        {count !== undefined && <b>{words.willBe(now, then)}. </b>}
        {words.recorded[way]}.
      </p>
      <div class="actions">
        <button type="submit" class="primary" disabled={isSending || typed.trim() === ""}>
          {isSending ? words.saving : words.save}
        </button>
      </div>
    </form>
  )
}
