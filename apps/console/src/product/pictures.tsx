/** A product's pictures: dropped, chosen or taken, put in order, and taken out again. */
import { useRef, useState } from "preact/hooks"
import { Icon } from "../kit/icons.tsx"
import { words } from "../words/words.ts"
import type { Picture } from "./draft.ts"
import type { Upload, Uploads } from "./uploads.ts"
import { productWords } from "./words.ts"

interface Properties {
  readonly pictures: ReadonlyArray<Picture>
  readonly uploads: Uploads
  readonly problem: string | undefined
  readonly onChange: (change: (pictures: ReadonlyArray<Picture>) => ReadonlyArray<Picture>) => void
}

export const Pictures = ({ onChange, pictures, problem, uploads }: Properties) => {
  const [isOver, setOver] = useState(false)
  const [removed, setRemoved] = useState<readonly [number, Picture]>()
  const dragged = useRef<string>(undefined)
  const move = (id: string, to: number) =>
    onChange((all) => {
      const from = all.findIndex((one) => one.id === id)
      return from < 0 || to < 0 || to >= all.length ? all : all.toSpliced(from, 1).toSpliced(to, 0, all[from]!)
    })
  const drop = (event: DragEvent) => {
    const files = event.dataTransfer?.files ?? []
    setOver(false)
    if (files.length === 0) return
    event.preventDefault()
    uploads.add(files)
  }
  const { pictureRemoved, undo, uploading } = productWords.value
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the buttons in it too
    <div
      class={isOver ? "pictures over" : "pictures"}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("Files") !== true) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {(pictures.length > 0 || uploads.all.length > 0) && (
        <ul>
          {pictures.map((one, at) => (
            <li
              key={one.id}
              draggable
              onDragStart={() => (dragged.current = one.id)}
              onDragEnter={() => dragged.current !== undefined && move(dragged.current, at)}
              onDragOver={(event) => dragged.current !== undefined && event.preventDefault()}
              onDragEnd={() => (dragged.current = undefined)}
            >
              <Tile
                picture={one}
                at={at}
                isLast={at === pictures.length - 1}
                onMove={(step) => move(one.id, at + step)}
                onRemove={() => {
                  setRemoved([at, one])
                  onChange((all) => all.filter(({ id }) => id !== one.id))
                }}
              />
            </li>
          ))}
          {uploads.all.map((one) => (
            <li key={one.key}>
              <Waiting upload={one} uploads={uploads} />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <p class="problem">{problem}</p>}
      <p class="faint" role="status">
        {uploads.isBusy && uploading(uploads.done, uploads.done + uploads.all.length)}
      </p>
      {removed !== undefined && (
        <p class="undo" role="status">
          {pictureRemoved}{" "}
          <button
            type="button"
            class="button"
            onClick={() => {
              const [at, one] = removed
              onChange((all) => (all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one)))
              setRemoved(undefined)
            }}
          >
            {undo}
          </button>
        </p>
      )}
      <Choice uploads={uploads} />
    </div>
  )
}

const Choice = ({ uploads }: { readonly uploads: Uploads }) => {
  const { camera, choose, drop } = productWords.value
  const add = (event: { readonly currentTarget: HTMLInputElement }) => {
    uploads.add(event.currentTarget.files ?? [])
    // The same file can be chosen again.
    event.currentTarget.value = ""
  }
  return (
    <div class="pictures-choice">
      <span class="faint not-touch">{drop}</span>
      <label class="button">
        <Icon name="plus" /> {choose}
        <input type="file" class="hidden" accept="image/*" multiple onChange={add} />
      </label>
      <label class="button only-touch">
        <Icon name="snapshots" /> {camera}
        <input type="file" class="hidden" accept="image/*" capture="environment" onChange={add} />
      </label>
    </div>
  )
}

interface TileProperties {
  readonly picture: Picture
  readonly at: number
  readonly isLast: boolean
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
}

const Tile = ({ at, isLast, onMove, onRemove, picture }: TileProperties) => {
  const { earlier, later, main, removePicture } = productWords.value
  return (
    <figure class={at === 0 ? "tile main" : "tile"}>
      <img src={picture.thumbnail} alt={productWords.value.picture(at + 1)} loading="lazy" draggable={false} />
      {at === 0 && <figcaption class="badge tone-good">{main}</figcaption>}
      <div class="tile-tools">
        <button
          type="button"
          class="quiet square flip"
          aria-label={earlier(at + 1)}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <Icon name="chevron" />
        </button>
        <button
          type="button"
          class="quiet square"
          aria-label={later(at + 1)}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <Icon name="chevron" />
        </button>
        <span class="grow" />
        <button type="button" class="quiet square" aria-label={removePicture(at + 1)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </div>
    </figure>
  )
}

const Waiting = ({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) => {
  const { dismiss, sendingPicture, waiting } = productWords.value
  const { failure, file, state, url } = upload
  if (state !== "failed")
    return (
      <figure class="tile waiting">
        <img src={url} alt={file.name} />
        <figcaption class="badge">{state === "sending" ? sendingPicture : waiting}</figcaption>
        <progress aria-label={`${sendingPicture}: ${file.name}`} {...(state === "sending" ? {} : { value: 0 })} />
      </figure>
    )
  return (
    <div class="tile failed" role="alert">
      <b>{file.name}</b>
      <span>{failure}</span>
      <div class="tile-tools">
        <button type="button" class="quiet" onClick={() => uploads.again(upload)}>
          {words.value.retry}
        </button>
        <span class="grow" />
        <button type="button" class="quiet square" aria-label={dismiss(file.name)} onClick={() => uploads.drop(upload)}>
          <Icon name="close" />
        </button>
      </div>
    </div>
  )
}
