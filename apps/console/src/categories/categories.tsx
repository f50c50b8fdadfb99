/** The categories as a tree, in which they are added and moved. */
import { useRef, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { call, operationsById } from "../call/client.ts"
import { isOffline, mayCall, notice } from "../call/session.ts"
import type { Pages } from "../fold/area.ts"
import { areaNoun } from "../fold/spoken.ts"
import { Labelled } from "../form/labelled.tsx"
import { type Category, inTree } from "../form/tree-choice.tsx"
import { Dialog } from "../kit/dialog.tsx"
import { Icon } from "../kit/icons.tsx"
import { address, linkTo, replaceQuery } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Empty, Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import { categoryWords } from "./words.ts"

type Listed = Category & { readonly status: number }

const list = operationsById.get("categories.list")!
const create = operationsById.get("categories.create")!
const update = operationsById.get("categories.update")!

/** A move that can be taken back. */
interface Move {
  readonly category: Listed
  readonly to: number | null
}

/** A move that was not made. */
interface Refused {
  readonly cause: unknown
  readonly again: () => void
}

export const Categories = ({ pages: { area } }: { readonly pages: Pages }) => {
  const { again, data, failure, isLoading } = useAnswer(list, {})
  const typed = address.value.query["find"] ?? ""
  const [moving, setMoving] = useState<Listed>()
  const [moved, setMoved] = useState<Move>()
  const [refused, setRefused] = useState<Refused>()
  const [isActing, setActing] = useState(false)
  const all = (data ?? []) as ReadonlyArray<Listed>
  const move = async (category: Listed, to: number | null, isUndo = false) => {
    setActing(true)
    setRefused(undefined)
    try {
      await call(update, { uid: category.uid, parent: to })
      isOffline.value = false
      setMoving(undefined)
      setMoved(isUndo ? undefined : { category, to })
      again()
    } catch (cause) {
      notice(cause)
      setRefused({ cause, again: () => void move(category, to, isUndo) })
    }
    setActing(false)
  }
  return (
    <>
      <Title text={areaNoun(area)}>
        {mayCall(create) && (
          <a class="primary" href={linkTo([area, "-", create.name])}>
            <Icon name="plus" /> {words.value.create}
          </a>
        )}
      </Title>
      <Siblings area={area} />
      {refused !== undefined && moving === undefined && <Refusal cause={refused.cause} onRetry={refused.again} />}
      {moved !== undefined && (
        <Moved move={moved} all={all} onUndo={() => void move(moved.category, moved.category.parentUID, true)} />
      )}
      {failure !== undefined ? (
        <Failure cause={failure} onRetry={again} />
      ) : isLoading && data === undefined ? (
        <Loading rows={10} />
      ) : all.length === 0 ? (
        <Empty text={words.value.emptyList} />
      ) : (
        <>
          <input
            type="search"
            class="find-operation"
            aria-label={categoryWords.value.find}
            placeholder={categoryWords.value.find}
            value={typed}
            onInput={({ currentTarget: { value } }) => replaceQuery(value === "" ? {} : { find: value })}
          />
          <Tree {...{ all, typed }} onMove={(one, to) => void move(one, to)} onChoose={setMoving} />
        </>
      )}
      {moving !== undefined && (
        <MoveDialog
          {...{ all, isActing, moving, refused }}
          onClose={() => {
            setMoving(undefined)
            setRefused(undefined)
          }}
          onMove={(to) => void move(moving, to)}
        />
      )}
    </>
  )
}

const Moved = ({
  all,
  move: { category, to },
  onUndo
}: {
  move: Move
  all: ReadonlyArray<Listed>
  onUndo: () => void
}) => {
  const { moved, movedToTop, undo } = categoryWords.value
  const parent = all.find(({ uid }) => uid === to)?.name
  return (
    <p class="undo" role="status">
      {parent === undefined ? movedToTop(category.name) : moved(category.name, parent)}
      <button type="button" class="button" onClick={onUndo}>
        {undo}
      </button>
    </p>
  )
}

interface TreeProperties {
  readonly all: ReadonlyArray<Listed>
  readonly typed: string
  readonly onMove: (category: Listed, to: number | null) => void
  readonly onChoose: (category: Listed) => void
}

const Tree = ({ all, onChoose, onMove, typed }: TreeProperties) => {
  const dragged = useRef<Listed>(undefined)
  const [over, setOver] = useState<number | null>()
  const wanted = typed.toLowerCase().trim()
  const rows = inTree(all).filter(([{ name }]) => name.toLowerCase().includes(wanted))
  const mayMove = mayCall(update)
  const { addBelow, dragHelp, dropHere, hidden, move, moveButton } = categoryWords.value
  const target = (uid: number | null) => ({
    onDragOver: (event: DragEvent) => {
      const one = dragged.current
      if (one === undefined || one.uid === uid || one.parentUID === uid) return
      event.preventDefault()
      if (over !== uid) setOver(uid)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged.current !== undefined) onMove(dragged.current, uid)
    }
  })
  return (
    <>
      {mayMove && <p class="help not-touch">{dragHelp}</p>}
      <ul class="tree">
        {rows.map(([one, level]) => (
          <li
            key={one.uid}
            class={over === one.uid ? "over" : undefined}
            style={{ paddingLeft: `${14 + level * 26}px` }}
            draggable={mayMove}
            onDragStart={() => (dragged.current = one)}
            onDragEnd={() => {
              dragged.current = undefined
              setOver(undefined)
            }}
            {...target(one.uid)}
          >
            <a href={linkTo(["categories", String(one.uid)])}>{one.name}</a>
            {one.status === 0 && <span class="badge">{hidden}</span>}
            <span class="grow" />
            {mayMove && (
              <button type="button" class="quiet" aria-label={move(one.name)} onClick={() => onChoose(one)}>
                {moveButton}
              </button>
            )}
            {mayCall(create) && (
              <a
                class="quiet square"
                aria-label={addBelow(one.name)}
                title={addBelow(one.name)}
                href={linkTo(["categories", "-", create.name], { parent: String(one.uid) })}
              >
                <Icon name="plus" />
              </a>
            )}
          </li>
        ))}
        {over !== undefined && (
          <li class={over === null ? "over top-target" : "top-target"} {...target(null)}>
            {dropHere}
          </li>
        )}
      </ul>
      {rows.length === 0 && <Empty text={words.value.nothingFound} />}
      <p class="list-end faint" role="status">
        {words.value.rows(rows.length)}
      </p>
    </>
  )
}

interface MoveProperties {
  readonly all: ReadonlyArray<Listed>
  readonly moving: Listed
  readonly isActing: boolean
  readonly refused: Refused | undefined
  readonly onClose: () => void
  readonly onMove: (to: number | null) => void
}

/** The same by keyboard. A category does not go below itself, so what is below it is left out. */
const MoveDialog = ({ all, isActing, moving, onClose, onMove, refused }: MoveProperties) => {
  const [to, setTo] = useState(moving.parentUID === null ? "" : String(moving.parentUID))
  const tree = inTree(all)
  const at = tree.findIndex(([{ uid }]) => uid === moving.uid)
  const own = tree[at]?.[1] ?? 0
  const after = tree.findIndex(([, level], index) => index > at && level <= own)
  const below = tree.slice(at, after < 0 ? tree.length : after)
  const { move, moveButton, moveTo, top } = categoryWords.value
  return (
    <Dialog title={move(moving.name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onMove(to === "" ? null : Number(to))
        }}
      >
        {refused !== undefined && <Refusal cause={refused.cause} />}
        <Labelled id="move-to" label={moveTo}>
          <select id="move-to" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
            <option value="">{top}</option>
            {tree
              .filter((one) => !below.includes(one))
              .map(([{ name, uid }, level]) => (
                <option key={uid} value={String(uid)}>
                  {`${"\u2003".repeat(level)}${name}`}
                </option>
              ))}
          </select>
        </Labelled>
        <div class="actions">
          <button type="submit" class="primary" disabled={isActing}>
            {moveButton}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
