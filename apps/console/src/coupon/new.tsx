/** Makes a coupon, with its conditions. */
import { useRef, useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { isOffline, mayCall, notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { areaNoun } from "../fold/spoken.ts"
import { takeLeft, useLeft } from "../form/left.ts"
import { numberOf } from "../form/number.ts"
import { type Problems, problemsElsewhere, problemsIn } from "../form/problems.ts"
import { say } from "../kit/notice.tsx"
import { go } from "../page/router.ts"
import { Empty } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { begun, names, Validity, Worth } from "./basics.tsx"
import { ConditionFields } from "./conditions.tsx"
import { type Conditions, noConditions } from "./rules.ts"
import { setConditions } from "./setting.ts"
import { couponWords } from "./words.ts"

const create = operationsById.get("coupons.create")!
/** What has a message of its own below it. */
const placed = [...names, "rules"]

export const NewCoupon = () => {
  const [start] = useState(() => ({ basics: begun(), conditions: noConditions }))
  const [left] = useState(() => takeLeft<typeof start>(create.id, null) ?? start)
  const [basics, setBasics] = useState(left.basics)
  const [conditions, setAll] = useState<Conditions>(left.conditions)
  const isMade = useRef(false)
  const isChanged = () => !isMade.current && (basics !== start.basics || conditions !== start.conditions)
  useLeft(
    create.id,
    () => null,
    () => (isChanged() ? { basics, conditions } : undefined)
  )
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const said = couponWords.value
  const buyersProblem = problems["rules[users_email]"] ?? problems["rules"]
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      const { buyers, ...others } = conditions
      const name = basics.name || basics.code
      const amounts = { value: numberOf(basics.value), min_sum: numberOf(basics.min_sum) }
      const { data } = await call(create, { ...basics, ...amounts, name, rules: { users_email: buyers } })
      isOffline.value = false
      isMade.current = true
      const uid = String((data as { readonly uid: number }).uid)
      const wrong = await setConditions(uid, noConditions, { ...others, buyers: "" })
      say(Object.keys(wrong).length === 0 ? words.value.saved : said.rulesFailed)
      return go(["coupons", uid])
    } catch (cause) {
      notice(cause)
      const found = problemsIn(cause)
      const atFields = Object.keys(found).length - problemsElsewhere(found, placed).length
      setProblems(found)
      setFailure(atFields > 0 ? words.value.wrong(atFields) : whyOf(cause))
      requestAnimationFrame(() => document.querySelector<HTMLElement>("form [aria-invalid=true]")?.focus())
    }
    setSending(false)
  }
  return (
    <>
      <Title text={said.newCoupon} above={[[areaNoun("coupons"), ["coupons"]]]} />
      {!mayCall(create) ? (
        <Empty text={words.value.readsOnly} />
      ) : (
        <form class="product" onSubmit={send} noValidate>
          {failure !== undefined && (
            <div class="failure" role="alert">
              <p>{failure}</p>
              {problemsElsewhere(problems, placed).map((one) => (
                <p key={one}>{one.join(" ")}</p>
              ))}
            </div>
          )}
          <div class="product-main">
            <Worth {...{ basics, problems }} onChange={(changes) => setBasics({ ...basics, ...changes })} />
            <Validity {...{ basics, problems }} onChange={(changes) => setBasics({ ...basics, ...changes })} />
          </div>
          <section class="card">
            <h2>{said.conditions}</h2>
            <ConditionFields
              conditions={conditions}
              problems={buyersProblem === undefined ? {} : { users_email: buyersProblem }}
              onChange={setAll}
            />
          </section>
          <div class="save-bar">
            <button type="submit" class="primary" disabled={isSending}>
              {isSending ? said.creating : said.create}
            </button>
          </div>
        </form>
      )}
    </>
  )
}
