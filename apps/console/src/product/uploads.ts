/** Pictures on their way to the server, one after the other, so that they arrive in the order in which they were chosen. */
import { useEffect, useRef, useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { errorIn } from "../call/error.ts"
import { notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import type { Picture } from "./draft.ts"

/** A picture that is not in the gallery yet. */
export interface Upload {
  readonly key: number
  readonly file: File
  /** The address of the file within this browser. */
  readonly url: string
  readonly state: "waiting" | "sending" | "failed"
  /** Why the server refused it, in its words. */
  readonly failure?: string
}

export interface Uploads {
  readonly all: ReadonlyArray<Upload>
  /** Of the pictures that were chosen together, how many have arrived. */
  readonly done: number
  readonly isBusy: boolean
  readonly add: (files: Iterable<File>) => void
  readonly again: (upload: Upload) => void
  readonly drop: (upload: Upload) => void
}

const create = operationsById.get("gallery.create")!
/** A photo of 9 MiB at 1 Mbit/s takes 80 s. */
const timeoutMs = 120_000
let last = 0

/** Sends files to the gallery; `onPicture` is called with each that arrived. */
export const useUploads = (onPicture: (picture: Picture) => void): Uploads => {
  const [all, setAll] = useState<ReadonlyArray<Upload>>([])
  const [done, setDone] = useState(0)
  const gone = useRef(false)
  useEffect(() => () => void (gone.current = true), [])
  const waiting = all.find(({ state }) => state === "waiting")
  const isSending = all.some(({ state }) => state === "sending")
  const put = (one: Upload) => setAll((now) => now.map((other) => (other.key === one.key ? one : other)))
  const drop = ({ key, url }: Upload) => {
    URL.revokeObjectURL(url)
    setAll((now) => now.filter((one) => one.key !== key))
  }
  const send = async (one: Upload) => {
    put({ ...one, state: "sending" })
    try {
      const { data } = await call(create, { base64: one.file }, { timeoutMs, retries: 0 })
      if (gone.current) return
      onPicture(data as Picture)
      setDone((count) => count + 1)
      drop(one)
    } catch (cause) {
      notice(cause)
      put({ ...one, state: "failed", failure: reasonIn(cause) })
    }
  }
  useEffect(() => {
    if (waiting !== undefined && !isSending) void send(waiting)
    if (all.length === 0) setDone(0)
  }, [waiting, isSending, all.length])
  return {
    ...{ all, done, drop },
    isBusy: isSending || waiting !== undefined,
    add: (files) => {
      const added = [...files].map(
        (file): Upload => ({ key: ++last, file, url: URL.createObjectURL(file), state: "waiting" })
      )
      setAll((now) => [...now, ...added])
    },
    again: ({ file, key, url }) => put({ key, file, url, state: "waiting" })
  }
}

const reasonIn = (cause: unknown): string => {
  const error = errorIn(cause)
  return error?.details[0]?.message ?? whyOf(cause)
}
