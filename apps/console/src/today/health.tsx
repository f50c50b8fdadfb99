/** What failed to be sent, and how the server is. */
import type { ComponentChildren } from "preact"
import { moment } from "../detail/manner.ts"
import { linkTo } from "../page/router.ts"
import { language } from "../words/words.ts"
import { Card } from "./waiting.tsx"
import { todayWords } from "./words.ts"

/** What the server says of itself and of a shop. */
export interface Status {
  readonly backup: { readonly at: string; readonly file: string } | null
  readonly doctor: { readonly at: string; readonly faults: number } | null
  readonly mail: { readonly failed?: number; readonly queued: number; readonly oldest_at: string | null }
  readonly deliveries: {
    readonly undelivered: number
    readonly oldest_at: string | null
    readonly dead?: number
    readonly disabled?: number
  }
  readonly workers: ReadonlyArray<{
    readonly name: string
    readonly last_run_at: string | null
    readonly last_failure: { readonly at: string; readonly reason: string } | null
  }> | null
  readonly version: string
  readonly clock: { readonly now: string }
}

/** The server counts to here. */
const maxCounted = 1000
const counted = (count: number): string =>
  count >= maxCounted ? `${maxCounted.toLocaleString(language.value)}+` : count.toLocaleString(language.value)

export const Sending = ({ status }: { readonly status: Status | undefined }) => {
  const said = todayWords.value
  if (status === undefined) return <Card title={said.sending} isLoading empty={undefined} />
  const { deliveries, mail } = status
  const lines: ReadonlyArray<readonly [number, string, string, string, string | null]> = [
    [mail.failed ?? 0, said.failedMails(counted(mail.failed ?? 0)), "bad", linkTo(["mail"], { state: "failed" }), null],
    [
      mail.queued,
      said.queuedMails(counted(mail.queued)),
      "wait",
      linkTo(["mail"], { state: "queued" }),
      mail.oldest_at
    ],
    [deliveries.dead ?? 0, said.deadDeliveries(counted(deliveries.dead ?? 0)), "bad", linkTo(["webhooks"]), null],
    [
      deliveries.undelivered,
      said.openDeliveries(counted(deliveries.undelivered)),
      "wait",
      linkTo(["webhooks"]),
      deliveries.oldest_at
    ],
    [
      deliveries.disabled ?? 0,
      said.disabledWebhooks(counted(deliveries.disabled ?? 0)),
      "bad",
      linkTo(["webhooks"]),
      null
    ]
  ]
  const some = lines.filter(([count]) => count > 0)
  return (
    <Card title={said.sending} isLoading={false} empty={some.length === 0 ? said.allSent : undefined}>
      {some.map(([, text, tone, href, since]) => (
        <li key={text}>
          <span class={`mark tone-${tone}`} />
          <a class="line" href={href}>
            {text}
          </a>
          {since !== null && <small class="faint">{said.since(moment(since))}</small>}
        </li>
      ))}
    </Card>
  )
}

/** An owner of a shop is not asked to look after the server. */
export const Server = ({ status }: { readonly status: Status }) => {
  const said = todayWords.value
  const { backup, doctor, version, workers } = status
  const failing = (workers ?? []).flatMap(({ last_failure, last_run_at, name }) =>
    last_failure !== null && (last_run_at === null || last_run_at < last_failure.at)
      ? [said.workerFails(name, last_failure.reason)]
      : []
  )
  return (
    <Card title={said.server} isLoading={false} empty={undefined}>
      <Line name={said.backup} isGood={backup !== null} note={backup?.file ?? said.backupHow}>
        {backup === null ? said.never : moment(backup.at)}
      </Line>
      <Line
        name={said.doctor}
        isGood={doctor !== null && doctor.faults === 0}
        note={doctor === null ? said.doctorHow : moment(doctor.at)}
      >
        {doctor === null ? said.never : said.faults(doctor.faults)}
      </Line>
      <Line name={said.workers} isGood={failing.length === 0} note={failing.join(" · ")}>
        {failing.length === 0 ? said.workersFine : ""}
      </Line>
      <Line name={said.version} isGood note="">
        {version}
      </Line>
    </Card>
  )
}

interface LineProperties {
  readonly name: string
  readonly isGood: boolean
  readonly note: string
  readonly children: ComponentChildren
}

const Line = ({ children, isGood, name, note }: LineProperties) => (
  <li>
    <span class={`mark tone-${isGood ? "good" : "bad"}`} />
    <span>{name}</span>
    <span class="grow" />
    <b>{children}</b>
    {note !== "" && <small class="faint">{note}</small>}
  </li>
)
