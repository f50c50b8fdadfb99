/** A mail of the shop: what became of it, what it says, and the way to send it again. */

import { useAgainWhile, useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { isUnwritten } from "../call/mail.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { areaNoun, fieldLabel } from "../fold/spoken.ts"
import { may, useAct } from "../kit/act.ts"
import { Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { Mail } from "./template.tsx"
import { own } from "./words.ts"

interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly reason: keyof typeof own.value.types
  readonly state: keyof typeof own.value.states
  readonly attempts?: ReadonlyArray<{ readonly ts: number; readonly reply: string; readonly ok: boolean }>
  readonly ts: number
}

const read = operationsById.get("mail.message")!
const tones = { kept: "quiet", queued: "wait", sent: "good", failed: "bad" } as const
const timeOf = (ts: number): string => textOf(ts, { kind: "unix" }, manner.value)

export const MailPage = ({ entry: id }: { readonly entry: string }) => {
  const { again, data, failure } = useAnswer(read, { id })
  const message = data as Message | undefined
  useAgainWhile(message !== undefined && isUnwritten(message), again)
  const { act, failure: refusal, isActing } = useAct()
  const resend = async () => (await act("mail.resend", { id }, own.value.resent)) !== false && again()
  return (
    <>
      <Title text={message?.subject ?? id} above={[[areaNoun("mail"), ["mail"]]]}>
        {message !== undefined && may("mail.resend") && (
          <button type="button" class="primary" disabled={isActing} onClick={() => void resend()}>
            {own.value.resend}
          </button>
        )}
      </Title>
      {refusal !== undefined && <Refusal cause={refusal} />}
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {message === undefined ? failure === undefined && <Loading rows={8} /> : <Shown message={message} />}
    </>
  )
}

const Shown = ({ message }: { readonly message: Message }) => {
  const { attempts = [], reason, state, to, ts } = message
  return (
    <>
      <section class="plate">
        <dl>
          <div>
            <dt>{fieldLabel({ name: "state" }, "mail")}</dt>
            <dd>
              <span class={`badge tone-${tones[state]}`}>{own.value.states[state]}</span>
            </dd>
          </div>
          <div>
            <dt>{own.value.to}</dt>
            <dd>{to}</dd>
          </div>
          <div>
            <dt>{own.value.about}</dt>
            <dd>{own.value.types[reason][0]}</dd>
          </div>
          <div>
            <dt>{fieldLabel({ name: "ts" }, "mail")}</dt>
            <dd>{timeOf(ts)}</dd>
          </div>
        </dl>
        {state === "kept" && <p class="remark">{own.value.keptHow}</p>}
        {attempts.length > 0 && (
          <>
            <h2>{own.value.attempts}</h2>
            <ul class="plain-list">
              {attempts.map((one, at) => (
                <li key={at}>
                  <span class="faint">{timeOf(one.ts)}</span> <span class={one.ok ? "" : "problem"}>{one.reply}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <Mail mail={message} />
    </>
  )
}
