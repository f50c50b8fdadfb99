/** What a shop has that people look for by words: orders, customers, products, coupons, pages. */
import { useEffect, useState } from "preact/hooks"
import { call, operationsById } from "./client.ts"

/** Something that was found. */
export interface Found {
  readonly kind: string
  readonly id: string
  readonly title: string
  readonly detail: string
}

const search = operationsById.get("search.find")
/** A person who types pauses for less. */
const pauseMs = 120

/** What the server finds of some kinds, by default of all, for a text, soon after it was typed. What was found before stays until then. */
export const useFound = (typed: string, kinds = ""): ReadonlyArray<Found> => {
  const [found, setFound] = useState<ReadonlyArray<Found>>([])
  const q = typed.trim()
  useEffect(() => {
    if (search === undefined || q === "") return setFound([])
    const end = new AbortController()
    const timer = setTimeout(() => {
      // The pages and operations of the palette need no server.
      call(search, { q, limit: "8", ...(kinds === "" ? {} : { kinds }) }, { signal: end.signal, retries: 0 }).then(
        ({ data }) => end.signal.aborted || setFound(data as ReadonlyArray<Found>),
        () => end.signal.aborted || setFound([])
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [q, kinds])
  return found
}
