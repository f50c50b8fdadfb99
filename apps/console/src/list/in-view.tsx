/** Which rows of a long table are in view. Rows have one height, so that only those are in the page. */
import { useSignal } from "@preact/signals"
import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** The rows from `first` on and before `last`, and the height of each in pixels. */
interface InView {
  readonly table: RefObject<HTMLTableElement | null>
  readonly first: number
  readonly last: number
  readonly rowHeight: number
}

const heights = { wide: 44, narrow: 64 }
const narrow = matchMedia("(width < 40rem)")

/** Follows the rows of a table with so many; `overscan` of them are drawn before and after those in view. */
export const useRowsInView = (rows: number, overscan: number, onShow?: (last: number) => void): InView => {
  const table = useRef<HTMLTableElement>(null)
  const window = useSignal({ first: 0, last: Math.ceil(innerHeight / heights.wide) + 2 * overscan })
  const rowHeight = narrow.matches ? heights.narrow : heights.wide
  const look = () => {
    const box = table.current?.getBoundingClientRect()
    if (box === undefined) return
    const first = Math.max(0, Math.floor(-box.top / rowHeight) - overscan)
    const last = first + Math.ceil(innerHeight / rowHeight) + 2 * overscan
    if (Math.abs(first - window.value.first) > overscan / 2 || last !== window.value.last)
      window.value = { first, last }
    onShow?.(last)
  }
  useEffect(() => {
    look()
    document.addEventListener("scroll", look, { capture: true, passive: true })
    addEventListener("resize", look)
    return () => {
      document.removeEventListener("scroll", look, { capture: true })
      removeEventListener("resize", look)
    }
  }, [rows])
  const first = Math.min(window.value.first, Math.max(0, rows - 1))
  return { table, first, last: Math.min(rows, window.value.last), rowHeight }
}

/** Takes the place of rows that are not drawn. */
export const Space = ({ height, rows }: { readonly rows: number; readonly height: number }) =>
  rows <= 0 ? null : (
    <tr class="space" inert>
      <td style={{ height: `${rows * height}px` }} />
    </tr>
  )
