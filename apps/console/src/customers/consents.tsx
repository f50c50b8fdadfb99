/** Whether a person agreed to marketing, with the history, and the way to record what they say. */
import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { whoHas } from "../call/people.ts"
import { mayCall } from "../call/session.ts"
import { moment } from "../detail/manner.ts"
import { OperationForm } from "../form/form.tsx"
import { Dialog } from "../kit/dialog.tsx"
import { say } from "../kit/notice.tsx"
import { Failure, Loading } from "../page/states.tsx"
import { words } from "../words/words.ts"
import type { ConsentEntry } from "./person.ts"
import { customerWords } from "./words.ts"

const list = operationsById.get("customers.consents")!
const accept = operationsById.get("customers.acceptMarketing")!

interface Properties {
  readonly id: string
  readonly agrees: boolean
  readonly turn: number
  readonly onChange: () => void
}

export const Consents = ({ agrees, id, onChange, turn }: Properties) => {
  const said = customerWords.value
  const [isAsked, setAsked] = useState(false)
  const { again, data, failure } = useAnswer(list, { id }, { turn })
  const entries = (data ?? []) as ReadonlyArray<ConsentEntry>
  const who = useNames(entries.map(({ key }) => key))
  const act = agrees ? said.withdraw : said.record
  const done = () => {
    setAsked(false)
    say(words.value.saved)
    onChange()
  }
  return (
    <section class="box">
      <div class="box-title">
        <h2>{said.consent}</h2>
        <span class={`badge tone-${agrees ? "good" : "quiet"}`}>{agrees ? said.agreed : said.notAgreed}</span>
      </div>
      {mayCall(accept) && (
        <button type="button" class="button" onClick={() => setAsked(true)}>
          {act}
        </button>
      )}
      <h3 class="inner">{said.history}</h3>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {data === undefined && failure === undefined && <Loading rows={1} />}
      {data !== undefined && entries.length === 0 && <p class="faint">{said.noHistory}</p>}
      <ol class="timeline">
        {entries.map(({ accept_marketing, ip, key, ts }, at) => (
          <li key={entries.length - at}>
            <p>{said.said(accept_marketing)}</p>
            <p class="faint">
              {[moment(ts), said.by(who.get(key) ?? "…"), ip].filter((one) => one !== "").join(" · ")}
            </p>
          </li>
        ))}
      </ol>
      {isAsked && (
        <Dialog title={act} kind="step" onClose={() => setAsked(false)}>
          <p class="help">{said.recordNote}</p>
          <OperationForm operation={accept} fixed={{ id, accept_marketing: !agrees }} submit={act} onDone={done} />
        </Dialog>
      )}
    </section>
  )
}

/** The names of those who have some keys, as far as they are known. */
export const useNames = (keys: ReadonlyArray<string | null>): ReadonlyMap<string | null, string> => {
  const [names, setNames] = useState<ReadonlyMap<string | null, string>>(new Map())
  const wanted = JSON.stringify([...new Set(keys)])
  useEffect(() => {
    let isShown = true
    const all = JSON.parse(wanted) as ReadonlyArray<string | null>
    void Promise.all(all.map(async (key) => [key, await whoHas(key)] as const)).then(
      (found) => isShown && setNames(new Map(found))
    )
    return () => {
      isShown = false
    }
  }, [wanted])
  return names
}
