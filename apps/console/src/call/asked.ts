/** The answer of a read, while a page shows it. */
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks"
import type { Operation } from "../contract/operation.ts"
import { words } from "../words/words.ts"
import { call, listed, type Parameters } from "./client.ts"
import { isOffline, notice } from "./session.ts"

/** An answer, or why there is none. */
export interface Asked {
  readonly data: unknown
  readonly failure: unknown
  readonly isLoading: boolean
  readonly again: () => void
}

/** What a page adds to the question: whether it asks at all, and a turn that it counts to ask again. */
interface Asking {
  readonly isWanted?: boolean
  readonly turn?: number
}

/** Calls an operation, and calls it again when its parameters change. */
export const useAnswer = (operation: Operation, parameters: Parameters, asking: Asking = {}): Asked => {
  const { isWanted = true, turn = 0 } = asking
  return useAsked(`${operation.id} ${turn}`, { isWanted, parameters }, async (_, signal) =>
    isWanted ? (await call(operation, parameters, { signal })).data : undefined
  )
}

/** Asks again every second while the server still makes what the answer shows. */
export const useAgainWhile = (isWaiting: boolean, again: () => void): void => {
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(again, 1000)
    return () => clearInterval(timer)
  }, [isWaiting, again])
}

/** Reads a list until an entry has a value in a field. Filters make it shorter. */
export const useEntry = (list: Operation, field: string, value: string, filters: Parameters = {}): Asked =>
  useAsked(list.id, { [field]: value }, async (_, signal) => {
    for await (const entry of listed(list, filters, signal))
      if (String((entry as Parameters)[field]) === value) return entry
    throw new Error(words.value.noEntry)
  })

const constants = new Map<string, Promise<unknown>>()

/** The answer of an operation that answers the same for as long as the server runs. It is read once, for all pages. */
export const useConstant = (operation: Operation, isWanted = true): unknown => {
  const [data, setData] = useState<unknown>()
  useLayoutEffect(() => {
    if (!isWanted) return
    const answer = constants.get(operation.id) ?? call(operation).then((one) => one.data)
    constants.set(operation.id, answer)
    // Without it a page shows codes, and the next page asks again.
    answer.then(setData, () => constants.delete(operation.id))
  }, [operation, isWanted])
  return data
}

type Ask = (parameters: Parameters, signal: AbortSignal) => Promise<unknown>

const useAsked = (name: string, parameters: Parameters, ask: Ask): Asked => {
  const [answer, setAnswer] = useState<Omit<Asked, "again">>({ data: undefined, failure: undefined, isLoading: true })
  const [turn, setTurn] = useState(0)
  const sent = JSON.stringify(parameters)
  // Before the frame is painted: an effect after it would delay each call by a frame.
  useLayoutEffect(() => {
    const end = new AbortController()
    setAnswer((former) => ({ ...former, isLoading: true }))
    ask(JSON.parse(sent), end.signal).then(
      (data) => {
        isOffline.value = false
        if (!end.signal.aborted) setAnswer({ data, failure: undefined, isLoading: false })
      },
      (failure) => {
        if (end.signal.aborted) return
        notice(failure)
        setAnswer({ data: undefined, failure, isLoading: false })
      }
    )
    return () => end.abort()
  }, [name, sent, turn])
  return { ...answer, again: useCallback(() => setTurn((one) => one + 1), []) }
}
