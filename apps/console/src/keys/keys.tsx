/** The key sets of the shop, with their last use and today's calls. */
import { useState } from "preact/hooks"
import { clock } from "../call/conditions.ts"
import { mayCall } from "../call/session.ts"
import { manner } from "../detail/manner.ts"
import { textOf } from "../detail/text.ts"
import type { Pages } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { Icon } from "../kit/icons.tsx"
import { linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Empty, Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { type KeySet, nameOf, useKeySets } from "./key-sets.ts"
import { Gauge, useLimits } from "./quota.tsx"
import { own } from "./words.ts"

/** What the server's clock shows. */
export const nowMs = (): number => Date.now() + (clock.value?.offset_seconds ?? 0) * 1000

export const tones = { active: "good", ending: "wait", ended: "quiet" } as const

export const Keys = ({ pages: { area, create } }: { readonly pages: Pages }) => {
  const { again, failure, keySets } = useKeySets(nowMs())
  const [withEnded, setWithEnded] = useState(false)
  const shown = keySets?.filter(({ state }) => withEnded || state !== "ended")
  return (
    <>
      <Title text={areaNoun(area)}>
        {create !== undefined && mayCall(create) && (
          <a class="primary" href={linkTo([area, "-", create.name])}>
            <Icon name="plus" /> {own.value.create}
          </a>
        )}
      </Title>
      <Siblings area={area} />
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {keySets === undefined && failure === undefined && <Loading rows={5} />}
      {keySets?.some(({ state }) => state === "ended") === true && (
        <div class="toolbar">
          <label class="check">
            <input type="checkbox" checked={withEnded} onChange={() => setWithEnded(!withEnded)} />{" "}
            {own.value.showEnded}
          </label>
        </div>
      )}
      {shown?.length === 0 && (
        <Empty text={own.value.none}>
          <p>{own.value.noneHow}</p>
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && <Table keySets={shown} />}
    </>
  )
}

/** More are counted only on their own pages. */
const maxCounted = 20

const Table = ({ keySets }: { readonly keySets: ReadonlyArray<KeySet> }) => {
  const { lastUsed, neverUsed, permission, permissionLabel, program, state, stateLabel, today } = own.value
  const heads = [program, stateLabel, today, lastUsed, permissionLabel]
  return (
    <table class="list keys">
      <caption class="hidden">{areaNoun("keys")}</caption>
      <thead>
        <tr>
          {heads.map((one) => (
            <th key={one} scope="col">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keySets.map((one, at) => (
          <tr key={one.key}>
            <td>
              <a href={linkTo(["keys", one.key])}>{nameOf(one)}</a>
            </td>
            <td>
              <span class={`badge tone-${tones[one.state]}`}>{state[one.state]}</span>
            </td>
            <td>{at < maxCounted && one.state !== "ended" && <Today name={one.key} />}</td>
            <td>
              {one.last_used_at === null ? (
                <span class="faint">{neverUsed}</span>
              ) : (
                textOf(one.last_used_at, { kind: "instant" }, manner.value)
              )}
            </td>
            <td>{permission[one.permission]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Today = ({ name }: { readonly name: string }) => {
  const daily = useLimits(name).limits?.find(({ policy }) => policy === "daily")
  return daily === undefined ? null : <Gauge {...daily} />
}
