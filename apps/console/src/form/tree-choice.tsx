/** Chooses categories in their tree. */
import type { ComponentChildren } from "preact"
import { useMemo } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { words } from "../words/words.ts"

/** A category, as lists show it. */
export interface Category {
  readonly uid: number
  readonly name: string
  readonly parentUID: number | null
}

/** The categories in the order of their tree, each with its level. */
export const inTree = <One extends Category>(all: ReadonlyArray<One>): ReadonlyArray<readonly [One, number]> => {
  const below = Map.groupBy(all, ({ parentUID }) => parentUID)
  const from = (parent: number | null, level: number): ReadonlyArray<readonly [One, number]> =>
    (below.get(parent) ?? []).flatMap((one) => [[one, level] as const, ...from(one.uid, level + 1)])
  return from(null, 0)
}

interface Properties {
  readonly label: ComponentChildren
  readonly chosen: ReadonlyArray<string>
  readonly problem?: string | undefined
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

const list = operationsById.get("categories.list")!

export const TreeChoice = ({ chosen, label, onChange, problem }: Properties) => {
  const { data } = useAnswer(list, {})
  const tree = useMemo(() => inTree((data ?? []) as ReadonlyArray<Category>), [data])
  const toggle = (uid: string) =>
    onChange(chosen.includes(uid) ? chosen.filter((other) => other !== uid) : [...chosen, uid])
  return (
    <fieldset class="tree-choice">
      <legend>
        {label} {chosen.length > 0 && <span class="count">{chosen.length}</span>}
      </legend>
      <div>
        {tree.map(([{ name, uid }, level]) => (
          <label key={uid} style={{ paddingLeft: `${level * 18}px` }}>
            <input type="checkbox" checked={chosen.includes(String(uid))} onChange={() => toggle(String(uid))} /> {name}
          </label>
        ))}
        {data !== undefined && tree.length === 0 && <p class="faint">{words.value.emptyList}</p>}
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
    </fieldset>
  )
}
