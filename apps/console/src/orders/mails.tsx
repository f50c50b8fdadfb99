/** The mails about an order: those to its buyer, and those to the shop. */
import { useState } from "preact/hooks"
import { type Asked, useAgainWhile, useAnswer } from "../call/asked.ts"
import { call, operationsById } from "../call/client.ts"
import { isUnwritten } from "../call/mail.ts"
import { mayCall, notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { moment } from "../detail/manner.ts"
import { Dialog } from "../kit/dialog.tsx"
import { MailFrame } from "../kit/mail-frame.tsx"
import { say } from "../kit/notice.tsx"
import { linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { orderWords } from "./words.ts"

/** A mail as the server shows it. */
interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly reason: string
  readonly state: string
  readonly ts: number
  readonly attempts: ReadonlyArray<{ readonly ts: number; readonly reply: string; readonly ok: boolean }>
}

const list = operationsById.get("mail.list")!
const message = operationsById.get("mail.message")!
const resend = operationsById.get("mail.resend")!

/** The list of an order is its first page; the list of all mails goes on after it. */
const mailsAtOnce = Number(list.input.find(({ name }) => name === "limit")?.default)

/** Asks for them. */
export const useMails = (orderID: string, turn: number): Asked => useAnswer(list, { orderID }, { turn })

interface Properties {
  readonly orderID: string
  readonly asked: Asked
  /** The address of the buyer; another recipient is named. */
  readonly buyer: string
}

export const Mails = ({ asked: { again, data, failure }, buyer, orderID }: Properties) => {
  const said = orderWords.value
  const mails = data as ReadonlyArray<Mail> | undefined
  const [shown, setShown] = useState<string>()
  useAgainWhile(mails?.some(isUnwritten) === true, again)
  return (
    <section class="box no-print">
      <h2>{said.mails}</h2>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {mails === undefined && failure === undefined && <Loading rows={2} />}
      {mails?.length === 0 && <p class="faint">{said.noMails}</p>}
      <ul class="box-rows">
        {mails?.map(({ id, reason, state, subject, to, ts }) => (
          <li key={id}>
            <button type="button" class="link" onClick={() => setShown(id)}>
              {said.mailNames[reason] ?? reason}
            </button>
            <MailState state={state} />
            <small class="faint">{lineOf({ subject, to, ts }, buyer)}</small>
          </li>
        ))}
      </ul>
      {(mails?.length ?? 0) >= mailsAtOnce && (
        <p>
          <a href={linkTo(["mail"], { orderID })}>{said.allMails}</a>
        </p>
      )}
      {shown !== undefined && (
        <MailDialog
          id={shown}
          onClose={() => {
            setShown(undefined)
            again()
          }}
        />
      )}
    </section>
  )
}

/** When a mail was written, what it is about, and to whom it is unless to the buyer. */
const lineOf = ({ subject, to, ts }: Pick<Mail, "subject" | "to" | "ts">, buyer: string): string => {
  const recipient = to.toLowerCase() === buyer.toLowerCase() ? "" : `${orderWords.value.mailTo} ${to}`
  return [moment(ts), recipient, subject].filter((one) => one !== "").join(" · ")
}

const tones: Readonly<Record<string, string>> = { kept: "quiet", queued: "wait", sent: "good", failed: "bad" }
const MailState = ({ state }: { readonly state: string }) => (
  <span class={`badge tone-${tones[state] ?? "quiet"}`}>{orderWords.value.mailStates[state] ?? state}</span>
)

/** A mail as its reader sees it. */
const MailDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const said = orderWords.value
  const { again, data, failure } = useAnswer(message, { id })
  const mail = data as Mail | undefined
  useAgainWhile(mail !== undefined && isUnwritten(mail), again)
  const send = () =>
    call(resend, { id }).then(
      () => {
        say(said.resent)
        again()
      },
      (cause) => {
        notice(cause)
        say(whyOf(cause))
      }
    )
  return (
    <Dialog title={mail?.subject || said.mails} kind="wide" onClose={onClose}>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {mail === undefined && failure === undefined && <Loading rows={6} />}
      {mail !== undefined && (
        <>
          <p class="mail-line">
            <MailState state={mail.state} /> {said.mailTo} <b>{mail.to}</b> · {moment(mail.ts)}
          </p>
          {mail.attempts.length > 0 && (
            <p class="help">
              {said.lastReply}: {mail.attempts.at(-1)?.reply}
            </p>
          )}
          {mail.html === "" ? (
            <p>{mail.text || said.mailWriting}</p>
          ) : (
            <MailFrame title={mail.subject} html={mail.html} />
          )}
          {mayCall(resend) && (
            <div class="actions">
              <button type="button" class="button" onClick={() => void send()}>
                {said.sendAgain}
              </button>
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}
