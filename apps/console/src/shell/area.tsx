/** The pages of an area: its list, the page of an entry, what it says of the shop, and the form of an operation. */
import { useEffect } from "preact/hooks"
import { type Lack, lackOfArea } from "../call/open.ts"
import { mayCall, shop } from "../call/session.ts"
import { entryKeyOf, type Pages, pagesOf } from "../fold/area.ts"
import { actionLabel, areaNoun, sentenceOf, summaryOf } from "../fold/spoken.ts"
import { Icon } from "../kit/icons.tsx"
import { List } from "../list/list.tsx"
import type { Cells } from "../list/table.tsx"
import { lazy } from "../page/lazy.tsx"
import { address, linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Empty } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { views } from "../views/views.ts"
import { words } from "../words/words.ts"
import { drawn } from "./drawn.ts"

const Detail = lazy(async () => (await import("../detail/detail.tsx")).Detail)
const Form = lazy(async () => (await import("./form-page.tsx")).FormPage)
const Overviews = lazy(async () => (await import("../detail/overview.tsx")).Overviews)

export const Area = ({ area }: { readonly area: string }) => {
  const [, entry, name] = address.value.path
  const lack = lackOfArea(area)
  const pages = pagesOf(area, views[area]?.list, mayCall)
  const { create: Create, entry: Entry, list: Listed, useCells } = drawn[area] ?? {}
  useEffect(() => {
    // Someone who sees the list opens one of its entries next.
    if (entry === undefined) (Entry ?? Detail).ahead()
  }, [area, entry === undefined])
  if (lack !== undefined) return <Lacking area={area} lack={lack} />
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
      {pages.list !== undefined && <Entries key={area} {...{ pages, useCells }} />}
      {pages.overviews.length > 0 && <Overviews operations={pages.overviews} />}
      {pages.list === undefined && pages.overviews.length + pages.others.length === 0 && (
        <Empty text={words.value.operatorOnly} />
      )}
      {pages.others.length > 0 && (
        <details class="others no-print" open={pages.list === undefined && pages.overviews.length === 0}>
          <summary>
            {words.value.otherOperations} <span class="count">{pages.others.length}</span>
          </summary>
          <ul class="plain-list">
            {pages.others.map((one) => (
              <li key={one.id}>
                <a href={linkTo(["explorer", one.id])} title={one.id}>
                  {sentenceOf(summaryOf(one)) ?? actionLabel(one)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** How to get what a page needs. */
const Lacking = ({ area, lack }: { readonly area: string; readonly lack: Lack }) => (
  <>
    <Title text={areaNoun(area)} />
    <Empty text={words.value.lacks[lack]}>
      <pre class="code">{lack === "workbench" ? "bottega serve --workbench" : settingFor(lack)}</pre>
    </Empty>
  </>
)

const settingFor = (lack: Lack): string =>
  `bottega shops update ${shop.value?.id} ${lack === "b2b" ? "--modules b2b" : "--partner-owned 1"}`

interface EntriesProperties {
  readonly pages: Pages
  readonly useCells?: (() => Cells) | undefined
}

const Entries = ({ pages, useCells = none }: EntriesProperties) => <List pages={pages} cells={useCells()} />
const none = (): Cells => ({})
