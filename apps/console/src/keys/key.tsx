/** A key set: what it may do, its limits, its pairs, and their end. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import { areaNoun, fieldLabel } from "../fold/spoken.ts"
import { NewSecret } from "../form/new-secret.tsx"
import { may, useAct } from "../kit/act.ts"
import { Confirm } from "../kit/confirm.tsx"
import { Consent } from "../kit/consent.tsx"
import { say } from "../kit/notice.tsx"
import { linkTo } from "../page/router.ts"
import { Empty, Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { type KeySet, nameOf, type Pair, stateOf, useKeySets } from "./key-sets.ts"
import { nowMs, tones } from "./keys.tsx"
import { Limits, useLimits } from "./quota.tsx"
import { own } from "./words.ts"

const rotate = operationsById.get("keys.rotate")!
const timeOf = (text: string | null): string => textOf(text, { kind: "instant" }, manner.value)

export const Key = ({ entry }: { readonly entry: string }) => {
  const { again, failure, keySets } = useKeySets(nowMs())
  const found = keySets?.find(({ pairs }) => pairs.some(({ key }) => key === entry))
  const above = [[areaNoun("keys"), ["keys"]]] as const
  if (found === undefined)
    return (
      <>
        <Title text={entry} above={above} />
        {failure !== undefined ? (
          <Failure cause={failure} onRetry={again} />
        ) : keySets === undefined ? (
          <Loading rows={6} />
        ) : (
          <Empty text={words.value.unknownPage} />
        )}
      </>
    )
  return (
    <>
      <Title text={nameOf(found)} above={above}>
        {found.state !== "ended" && may("keys.rotate") && <Buttons keySet={found} onChange={again} />}
      </Title>
      <section class="plate">
        <dl>
          <Fact label={own.value.stateLabel}>
            <span class={`badge tone-${tones[found.state]}`}>{own.value.state[found.state]}</span>
          </Fact>
          <Fact label={own.value.permissionLabel}>{own.value.permission[found.permission]}</Fact>
          <Fact label={own.value.lastUsed}>{timeOf(found.last_used_at) || own.value.neverUsed}</Fact>
          <Fact label={fieldLabel({ name: "instance" }, "keys")}>
            <code>{found.instance}</code>
          </Fact>
        </dl>
        <p>
          <a href={linkTo(["requests"], { key: found.key })}>{own.value.requests}</a>
        </p>
      </section>
      {found.state !== "ended" && <Own keySet={found} />}
      <section class="apart">
        <h2>{own.value.pairs}</h2>
        <ul class="entries pairs">
          {found.pairs.map((one) => (
            <PairRow key={one.key} pair={one} onChange={again} />
          ))}
        </ul>
      </section>
    </>
  )
}

const Fact = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Own = ({ keySet: { key } }: { readonly keySet: KeySet }) => (
  <section class="apart">
    <h2>{own.value.limits}</h2>
    <p class="help">{own.value.limitsHow}</p>
    <Limits {...useLimits(key)} name={key} />
  </section>
)

const Buttons = ({ keySet, onChange }: { readonly keySet: KeySet; readonly onChange: () => void }) => {
  const [asking, setAsking] = useState<"rotate" | "end">()
  const close = () => {
    setAsking(undefined)
    onChange()
  }
  const end = async () => {
    await call(operationsById.get("keys.revoke")!, { key: keySet.key, all: 1 })
    say(own.value.ended)
    close()
  }
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking("rotate")}>
        {own.value.rotate}
      </button>
      <button type="button" class="button danger" onClick={() => setAsking("end")}>
        {own.value.end}
      </button>
      {asking === "rotate" && (
        <NewSecret
          operation={rotate}
          fixed={{ key: keySet.key }}
          title={own.value.rotate}
          help={own.value.rotateHow}
          onClose={close}
        />
      )}
      {asking === "end" && (
        <Consent
          title={own.value.endTitle(nameOf(keySet))}
          text={nameOf(keySet)}
          submit={own.value.end}
          act={end}
          onClose={() => setAsking(undefined)}
        >
          <p>{own.value.endHow}</p>
        </Consent>
      )}
    </>
  )
}

const PairRow = ({ onChange, pair }: { readonly pair: Pair; readonly onChange: () => void }) => {
  const { created_at, expires_at, key, last_used_at, revoked_at } = pair
  const [isAsking, setAsking] = useState(false)
  const { act, failure, isActing } = useAct()
  const state = stateOf(pair, nowMs())
  const revoke = async () => {
    if (!(await act("keys.revoke", { key }, words.value.done))) return
    setAsking(false)
    onChange()
  }
  return (
    <li>
      <code>{key}</code>
      <span class={`badge tone-${tones[state]}`}>{own.value.state[state]}</span>
      <span class="faint">
        {own.value.created} {timeOf(created_at)}
        {revoked_at !== null
          ? ` · ${own.value.revoked} ${timeOf(revoked_at)}`
          : expires_at !== null && ` · ${own.value.ends} ${timeOf(expires_at)}`}
        {` · ${own.value.lastUsed} ${timeOf(last_used_at) || own.value.neverUsed}`}
      </span>
      {state !== "ended" && may("keys.revoke") && (
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          {own.value.revoke}
        </button>
      )}
      {isAsking && (
        <Confirm
          title={own.value.revokeTitle}
          submit={own.value.revoke}
          isActing={isActing}
          onConfirm={() => void revoke()}
          onClose={() => setAsking(false)}
        >
          <p>{own.value.revokeHow}</p>
          {failure !== undefined && <Refusal cause={failure} />}
        </Confirm>
      )}
    </li>
  )
}
