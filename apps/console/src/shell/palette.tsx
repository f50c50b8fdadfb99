/** Finds what the shop has, a page or an operation by words, and shows it. */

import { useId, useMemo, useState } from "preact/hooks"
import { type Found, useFound } from "../call/found.ts"
import { operations } from "../contract/operations.ts"
import { areaNames, pagesOf } from "../fold/area.ts"
import { areaNoun, formLabel, summaryOf } from "../fold/spoken.ts"
import { Dialog } from "../kit/dialog.tsx"
import { go } from "../page/router.ts"
import { views } from "../views/views.ts"
import { words } from "../words/words.ts"

interface Hit {
  readonly text: string
  readonly detail: string
  readonly path: ReadonlyArray<string>
  readonly searched: string
}

const maxHits = 40
/** The pages and operations above documents. */
const maxAbove = 8

const everything = (): ReadonlyArray<Hit> => {
  const hit = (text: string, detail: string, path: ReadonlyArray<string>): Hit => ({
    ...{ text, detail, path },
    searched: `${text} ${detail} ${path.join(" ")}`.toLowerCase()
  })
  return [
    hit(words.value.today, words.value.pages, ["today"]),
    ...areaNames.map((area) => hit(areaNoun(area), words.value.pages, [area])),
    hit(words.value.explorer, words.value.pages, ["explorer"]),
    ...areaNames.flatMap((area) => {
      const { create } = pagesOf(area, views[area]?.list)
      return create === undefined ? [] : [hit(formLabel(create), areaNoun(area), [area, "-", create.name])]
    }),
    ...operations
      .filter(({ answer }) => answer !== "bytes")
      .map((one) => hit(summaryOf(one), one.id, ["explorer", one.id]))
  ]
}

/** The page of an order, a customer and so on. */
const hitOf = ({ detail, id, kind, title }: Found): Hit => ({
  text: title === "" ? id : title,
  detail: `${areaNoun(`${kind}s`)} · ${detail}`,
  path: [`${kind}s`, id],
  searched: ""
})

/** The hits that have each word; those where a word begins the text come first. */
const found = (all: ReadonlyArray<Hit>, typed: string): ReadonlyArray<Hit> => {
  const wanted = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const hits = all.filter(({ searched }) => wanted.every((word) => searched.includes(word)))
  const rank = ({ text }: Hit) => (wanted.some((word) => text.toLowerCase().startsWith(word)) ? 0 : 1)
  return hits.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxHits)
}

export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const id = useId()
  const [typed, setTyped] = useState("")
  const [active, setActive] = useState(0)
  const all = useMemo(everything, [words.value])
  const documents = useFound(typed).map(hitOf)
  // What is known at once stays at its place when the server answers.
  const hits = [...found(all, typed).slice(0, documents.length === 0 ? maxHits : maxAbove), ...documents]
  const choose = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onClose()
    go(hit.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      const next = (active + step + hits.length) % hits.length
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" })
    } else if (event.key === "Enter") {
      event.preventDefault()
      choose(hits[active])
    }
  }
  return (
    <Dialog title={words.value.palette} kind="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={words.value.palette}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-hits`} role="listbox" aria-label={words.value.palette} class="hits">
        {hits.map((hit, at) => (
          <div
            key={`${hit.path.join("/")} ${hit.detail}`}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onClick={() => choose(hit)}
            onKeyDown={onKeyDown}
          >
            <span>{hit.text}</span> <small>{hit.detail}</small>
          </div>
        ))}
      </div>
      {hits.length === 0 && (
        <p class="faint" role="status">
          {words.value.nothingFound}
        </p>
      )}
    </Dialog>
  )
}
