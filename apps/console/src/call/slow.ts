/** Answers that a person waits for, and that take long. */
import { computed, signal } from "@preact/signals"

const late = signal(0)
/** Whether an answer that a person waits for takes long. */
export const isSlow = computed(() => late.value > 0)

/** A person who sees nothing for so long wonders whether anything happens. */
const lateMs = 4000

/** The same answer, which counts as slow while it takes long. */
export const awaited = async <A>(answer: Promise<A>): Promise<A> => {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    late.value++
  }, lateMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    if (isLate) late.value--
  }
}
