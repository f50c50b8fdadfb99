/** The pages of an area: its list, the page of an entry, and the form of an operation. */
import { useEffect, useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { mayCall } from "../call/session.ts"
import { Detail } from "../detail/detail.tsx"
import { entryKeyOf, pagesOf } from "../fold/area.ts"
import { areaNoun, fieldLabel, summaryOf } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { Icon } from "../kit/icons.tsx"
import { say } from "../kit/notice.tsx"
import { Secret } from "../kit/secret.tsx"
import { List } from "../list/list.tsx"
import { address, go, linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Empty } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { views } from "../views/views.ts"
import { words } from "../words/words.ts"
import { drawn } from "./drawn.ts"

export const Area = ({ area }: { readonly area: string }) => {
  const [, entry, name] = address.value.path
  const pages = pagesOf(area, views[area]?.list, mayCall)
  const { create: Create, entry: Entry, list: Listed } = drawn[area] ?? {}
  useEffect(() => {
    // Someone who sees the list opens one of its entries next.
    if (entry === undefined) Entry?.ahead()
  }, [area, entry === undefined])
  if (entry === "-" && name === "create" && Create !== undefined) return <Create />
  if (entry === "-" && name !== undefined) return <Form id={`${area}.${name}`} />
  if (entry !== undefined && Entry !== undefined) return <Entry key={entry} pages={pages} entry={entry} />
  if (entry === undefined && Listed !== undefined) return <Listed pages={pages} />
  if (entry !== undefined && entryKeyOf(pages) !== undefined) return <Detail key={entry} pages={pages} entry={entry} />
  return (
    <>
      <Title text={areaNoun(area)}>
        {pages.create !== undefined && (
          <a class="primary" href={linkTo([area, "-", pages.create.name])}>
            <Icon name="plus" /> {words.value.create}
          </a>
        )}
      </Title>
      <Siblings area={area} />
      {pages.list !== undefined && <List key={area} pages={pages} />}
      {pages.list === undefined && pages.others.length === 0 && <Empty text={words.value.operatorOnly} />}
      {pages.others.length > 0 && (
        <details class="others no-print" open={pages.list === undefined}>
          <summary>
            {words.value.otherOperations} <span class="count">{pages.others.length}</span>
          </summary>
          <ul class="plain-list">
            {pages.others.map((one) => (
              <li key={one.id}>
                <a href={linkTo(["explorer", one.id])}>{summaryOf(one)}</a> <code>{one.id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The form of an operation in its area, which is the way to a new entry. */
const Form = ({ id }: { readonly id: string }) => {
  const [secret, setSecret] = useState<{ readonly answer: unknown }>()
  const operation = operationsById.get(id)
  if (operation === undefined) return <Empty text={words.value.unknownPage} />
  const { area } = operation
  const leave = (data: unknown) => go(madeAt(area, data))
  return (
    <>
      <Title text={summaryOf(operation)} above={[[areaNoun(area), [area]]]} />
      {operation.description !== undefined && <p class="help">{operation.description}</p>}
      <OperationForm
        key={id}
        operation={operation}
        given={address.value.query}
        onDone={({ data }) => {
          say(words.value.done)
          if (operation.secret === true) setSecret({ answer: data })
          else leave(data)
        }}
      />
      {secret !== undefined && (
        <Secret
          title={summaryOf(operation)}
          answer={secret.answer}
          labelOf={(name) => fieldLabel({ name }, area)}
          onClose={() => leave(secret.answer)}
        />
      )}
    </>
  )
}

/** The page of what was made, if its answer names it. */
const madeAt = (area: string, data: unknown): ReadonlyArray<string> => {
  const { read } = pagesOf(area, views[area]?.list)
  const made = typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {}
  const key = made[read?.by ?? ""] ?? made["order_id"]
  return read === undefined || key === undefined ? [area] : [area, String(key)]
}
