/** Short notices of what was done, which screen readers say too. */
import { signal } from "@preact/signals"

const notices = signal<ReadonlyArray<{ readonly id: number; readonly text: string }>>([])
let last = 0
const shownMs = 5000

/** Shows a notice for a few seconds. */
export const say = (text: string): void => {
  const id = ++last
  notices.value = [...notices.value.slice(-2), { id, text }]
  setTimeout(() => {
    notices.value = notices.value.filter((one) => one.id !== id)
  }, shownMs)
}

export const Notices = () => (
  <div class="notices" role="status">
    {notices.value.map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
)

/** Puts a text into the clipboard, and says so. */
export const copy = async (text: string, said: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    say(said)
  } catch {
    say(text)
  }
}
