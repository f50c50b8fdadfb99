/** Sends a request again in the name of a program, as it was or changed, and compares both answers. */
import { useId, useState } from "preact/hooks"
import { type KeySet, nameOf, useKeySets } from "../keys/key-sets.ts"
import { nowMs } from "../keys/keys.tsx"
import { useAct } from "../kit/act.ts"
import { linkTo } from "../page/router.ts"
import { Refusal } from "../page/states.tsx"
import { words } from "../words/words.ts"
import { Compared } from "./compared.tsx"
import type { Kept } from "./kept.ts"
import { StatusBadge } from "./status.tsx"
import { own } from "./words.ts"

/** What the server says of a replay. */
interface Replayed {
  readonly status: number
  readonly body: string | null
  readonly requestId: string
  readonly before: { readonly status: number; readonly body: string | null }
}

export const Replay = ({ kept }: { readonly kept: Kept }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="replay plate" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{own.value.title}</summary>
      {isOpen && <ReplayForm kept={kept} />}
    </details>
  )
}

const ReplayForm = ({ kept }: { readonly kept: Kept }) => {
  const id = useId()
  const { keySets = [] } = useKeySets(nowMs())
  const usable = keySets.filter(({ state }) => state !== "ended")
  const ownKey = kept.key?.startsWith("person:") === true ? undefined : (kept.key ?? undefined)
  const [chosen, setKey] = useState<string>()
  const plain = kept.path.replace(/^\/control\/v1\/shop\/[^/]+\//, "/v1.1/")
  const [path, setPath] = useState(plain + (kept.query ? `?${kept.query}` : ""))
  const [body, setBody] = useState(kept.body ?? "")
  const [isSameKey, setSameKey] = useState(false)
  const [replayed, setReplayed] = useState<Replayed>()
  const { act, failure, isActing } = useAct()
  const hasKey = kept.headers?.["idempotency-key"] !== undefined
  const key = chosen ?? ownKey ?? usable[0]?.key
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    const made = await act("requests.replay", {
      requestId: kept.requestId,
      key,
      path,
      ...(kept.method !== "GET" && body !== kept.body && body !== "" ? { body } : {}),
      same_key: isSameKey ? 1 : 0
    })
    if (made !== false) setReplayed(made.data as Replayed)
  }
  return (
    <>
      <form class="replay-form" onSubmit={send}>
        <p class="help">{own.value.how}</p>
        <div class="choosing">
          <label for={`${id}-key`}>
            {own.value.as}
            <select id={`${id}-key`} value={key} onChange={(event) => setKey(event.currentTarget.value)}>
              {ownKey !== undefined && !usable.some((one) => one.key === ownKey) && (
                <option value={ownKey}>{ownKey}</option>
              )}
              <KeyOptions keySets={usable} />
            </select>
          </label>
          <label for={`${id}-path`}>
            {kept.method}
            <input
              id={`${id}-path`}
              type="text"
              spellcheck={false}
              value={path}
              onInput={(event) => setPath(event.currentTarget.value)}
            />
          </label>
        </div>
        {kept.method !== "GET" && (
          <div class="field">
            <label for={`${id}-body`}>{words.value.body}</label>
            <textarea
              id={`${id}-body`}
              class="mono"
              rows={6}
              spellcheck={false}
              value={body}
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          </div>
        )}
        {hasKey && (
          <label>
            <input type="checkbox" checked={isSameKey} onChange={() => setSameKey(!isSameKey)} /> {own.value.sameKey}
          </label>
        )}
        {kept.method !== "GET" && !isSameKey && <p class="help">{own.value.again}</p>}
        <div class="actions">
          <button type="submit" class="primary" disabled={isActing || key === undefined}>
            {own.value.send}
          </button>
        </div>
      </form>
      {failure !== undefined && <Refusal cause={failure} />}
      {replayed !== undefined && <Both replayed={replayed} />}
    </>
  )
}

const KeyOptions = ({ keySets }: { readonly keySets: ReadonlyArray<KeySet> }) => (
  <>
    {keySets.map((one) => (
      <option key={one.key} value={one.key}>
        {nameOf(one)}
      </option>
    ))}
  </>
)

const Both = ({ replayed: { before, body, requestId, status } }: { readonly replayed: Replayed }) => (
  <div class="halves" role="status">
    <section>
      <h3>
        {own.value.before} <StatusBadge status={before.status} />
      </h3>
      <Compared text={before.body} other={body} kind="gone" />
    </section>
    <section>
      <h3>
        {own.value.now} <StatusBadge status={status} />{" "}
        <a href={linkTo(["requests", requestId])}>{words.value.requestId}</a>
      </h3>
      <Compared text={body} other={before.body} kind="new" />
    </section>
  </div>
)
