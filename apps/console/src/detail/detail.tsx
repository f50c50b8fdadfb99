/** The page of an entry: its fields in groups, and what can be done with it. */
import { useState } from "preact/hooks"
import { useAnswer, useEntry } from "../call/asked.ts"
import { mayCall } from "../call/session.ts"
import { type Action, actionsOf, entryKeyOf, isRemoval, type Pages } from "../fold/area.ts"
import { valueAt } from "../fold/columns.ts"
import { actionLabel, areaNoun } from "../fold/spoken.ts"
import { titles } from "../fold/titles.ts"
import { copy, say } from "../kit/notice.tsx"
import { go } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { views } from "../views/views.ts"
import { words } from "../words/words.ts"
import { ActionDialog } from "./action.tsx"
import { Facts } from "./facts.tsx"

export const Detail = ({ entry: key, pages }: { readonly pages: Pages; readonly entry: string }) => {
  const { area } = pages
  const { list, read } = pages
  const by = entryKeyOf(pages)!
  // A page has one of the two for as long as it is shown.
  const { again, data, failure, isLoading } =
    read === undefined ? useEntry(list!, by, key) : useAnswer(read.operation, { [by]: key })
  const part = read?.operation.output ?? list!.output.item!
  const [action, setAction] = useState<Action>()
  const [isJson, setJson] = useState(false)
  const title = titleOf(area, data) ?? key
  const actions = actionsOf(pages)
  const done = (finished: Action) => {
    setAction(undefined)
    say(isRemoval(finished) ? words.value.removed : words.value.saved)
    if (isRemoval(finished)) go([area])
    else again()
  }
  return (
    <>
      <Title text={title} above={[[areaNoun(area), [area]]]}>
        {actions
          .filter(({ operation }) => operation.method !== "GET" && mayCall(operation))
          .map((one, at) => (
            <button
              key={one.operation.id}
              type="button"
              class={one.operation.method === "DELETE" ? "button danger" : at === 0 ? "primary" : "button"}
              onClick={() => setAction(one)}
            >
              {isRemoval(one) ? words.value.remove : actionLabel(one.operation)}
            </button>
          ))}
      </Title>
      {data === undefined && isLoading && <Loading rows={10} />}
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {data !== undefined && (
        <>
          <Facts area={area} part={part} value={data} />
          <div class="actions apart no-print">
            <button type="button" class="quiet" aria-expanded={isJson} onClick={() => setJson(!isJson)}>
              {words.value.asJson}
            </button>
            {isJson && (
              <button type="button" class="quiet" onClick={() => void copy(jsonOf(data), words.value.copied)}>
                {words.value.copy}
              </button>
            )}
          </div>
          {isJson && <pre class="code">{jsonOf(data)}</pre>}
        </>
      )}
      {action !== undefined && (
        <ActionDialog {...{ action, data, entry: key, title }} onClose={() => setAction(undefined)} onDone={done} />
      )}
    </>
  )
}

const jsonOf = (data: unknown): string => JSON.stringify(data, null, 2)

/** What people call an entry. */
const titleOf = (area: string, data: unknown): string | undefined => {
  const found = [views[area]?.title ?? "title", ...titles].map((path) => valueAt(data, path))
  const text = found.find((one) => (typeof one === "string" && one !== "") || typeof one === "number")
  return text === undefined ? undefined : String(text)
}
