/** What is done with the picked rows of a list, and the result for each. */
import { useEffect, useRef, useState } from "preact/hooks"
import type { Bulk } from "../fold/bulk.ts"
import { Consent } from "../kit/consent.tsx"
import { Icon } from "../kit/icons.tsx"
import { Popover } from "../kit/popover.tsx"
import { linkTo } from "../page/router.ts"
import { words } from "../words/words.ts"
import { changeAll, type Picked, type Picks, type Progress } from "./picked.ts"

interface Properties {
  readonly area: string
  readonly bulks: ReadonlyArray<Bulk>
  readonly picks: Picks
  readonly all: ReadonlyArray<Picked>
  /** Called when rows were changed. */
  readonly onChange: () => void
}

/** More than these are behind a button. */
const maxButtons = 3

export const BulkBar = ({ all, area, bulks, onChange, picks }: Properties) => {
  const [progress, setProgress] = useState<Progress>()
  const [asked, setAsked] = useState<Bulk>()
  const end = useRef<AbortController>(null)
  useEffect(() => () => end.current?.abort(), [])
  const rows = [...picks.rows.value.values()]
  const change = async (bulk: Bulk) => {
    end.current = new AbortController()
    setAsked(undefined)
    let refused: Progress["refused"] = []
    const show = (now: Progress) => {
      refused = now.refused
      setProgress(now)
    }
    await changeAll(bulk, rows, show, end.current.signal)
    // The refused ones stay picked: perhaps something else can be done with them.
    picks.set(refused)
    onChange()
  }
  const begin = (bulk: Bulk) => (bulk.isFinal ? setAsked(bulk) : void change(bulk))
  return (
    <>
      {progress !== undefined && (
        <Result {...{ area, progress }} onClose={() => setProgress(undefined)} onStop={() => end.current?.abort()} />
      )}
      {rows.length > 0 && progress?.isRunning !== true && (
        <Choice {...{ all, begin, bulks, picks }} count={rows.length} />
      )}
      {asked !== undefined && (
        <Consent
          title={words.value.removeTitle(words.value.rows(rows.length))}
          text={String(rows.length)}
          submit={asked.text}
          act={() => change(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {rows
              .slice(0, 10)
              .map(({ title }) => title)
              .join(", ") + (rows.length > 10 ? " …" : "")}
          </p>
        </Consent>
      )}
    </>
  )
}

interface ChoiceProperties extends Pick<Properties, "all" | "bulks" | "picks"> {
  readonly count: number
  readonly begin: (bulk: Bulk) => void
}

const Choice = ({ all, begin, bulks, count, picks }: ChoiceProperties) => {
  const notes = [...new Set(bulks.flatMap(({ note }) => note ?? []))]
  const shown = bulks.filter(({ isFinal }) => !isFinal).slice(0, maxButtons)
  const rest = bulks.filter((one) => !shown.includes(one))
  return (
    <section class="bulk no-print" aria-label={words.value.picked(count)}>
      <b>{words.value.picked(count)}</b>
      {shown.map((one) => (
        <button key={one.text} type="button" class="button" onClick={() => begin(one)}>
          {one.text}
        </button>
      ))}
      <Rest {...{ begin, rest }} />
      <span class="grow" />
      {count < all.length && (
        <button type="button" class="quiet" onClick={() => picks.set(all)}>
          {words.value.pickAll(all.length)}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => picks.set([])}>
        {words.value.pickNone}
      </button>
      {notes.map((note) => (
        <small key={note} class="faint">
          {note}
        </small>
      ))}
    </section>
  )
}

const Rest = ({ begin, rest }: Pick<ChoiceProperties, "begin"> & { readonly rest: ReadonlyArray<Bulk> }) => {
  const button = (one: Bulk, kind: string, close: () => void) => (
    <button
      key={one.text}
      type="button"
      class={one.isFinal ? `${kind} danger` : kind}
      onClick={() => {
        close()
        begin(one)
      }}
    >
      {one.text}
    </button>
  )
  if (rest.length <= 1) return <>{rest.map((one) => button(one, "button", () => {}))}</>
  return (
    <Popover label={words.value.more}>
      {(close) => <div class="more">{rest.map((one) => button(one, "quiet", close))}</div>}
    </Popover>
  )
}

interface ResultProperties {
  readonly area: string
  readonly progress: Progress
  readonly onClose: () => void
  readonly onStop: () => void
}

const Result = ({ area, onClose, onStop, progress }: ResultProperties) => {
  const { done, isRunning, refused, text, total } = progress
  return (
    <section class={refused.length > 0 ? "bulk-result failure" : "bulk-result"} aria-label={text}>
      <div class="box-title">
        <p role="status">
          <b>{text}</b>:{" "}
          {isRunning ? words.value.bulkRunning(done + refused.length, total) : words.value.bulkDone(done)}
          {refused.length > 0 && `, ${words.value.bulkRefused(refused.length)}`}
          {!isRunning && done + refused.length < total && `, ${words.value.bulkLeft(total - done - refused.length)}`}
        </p>
        {isRunning ? (
          <button type="button" class="button" onClick={onStop}>
            {words.value.stop}
          </button>
        ) : (
          <button type="button" class="quiet square" aria-label={words.value.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ key, title, why }) => (
            <li key={key}>
              <a href={linkTo([area, key])}>{title}</a>: {why}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
