/** `bottega doctor`: reports in sentences what is wrong with a store. */
import { allCollections } from "@bottega/service"
import { type Examination, examineStore } from "@bottega/service/maintenance"
import { Effect, ManagedRuntime } from "effect"
import { say, write } from "../output.ts"
import { requireStore } from "../store.ts"
import type { Invocation } from "./command.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async ({ options, store: { adapter, location } }: Invocation): Promise<number> => {
  await requireStore({ adapter, location })
  const asJson = options.has("json")
  const wrong: Array<string> = []
  const shown = progress((count) => `${count} documents checked`)
  const onWrong = (sentence: string) => {
    wrong.push(sentence)
    if (asJson) return
    shown.end()
    process.stdout.write(`${sentence}\n`)
  }
  for (const sentence of await Effect.runPromise(adapter.damages?.(location, allCollections) ?? Effect.succeed([])))
    onWrong(sentence)
  const found = wrong.length > 0 ? unchecked : await within({ adapter, location }, onWrong, shown.at)
  shown.end()
  const count = Math.max(found.wrong, wrong.length)
  if (asJson) await write(`${JSON.stringify({ ...found, wrong })}\n`)
  else {
    if (found.checked.length > 0)
      await write(`Checked:\n${found.checked.map((sentence) => `  ${sentence}\n`).join("")}`)
    const counted = Object.entries(found.outbox).map(([name, count]) => `  ${count} ${name}\n`)
    if (counted.length > 0) await write(`Events in the outbox:\n${counted.join("")}`)
    for (const note of found.notes) say(note)
    const what = count === 0 ? "Nothing is wrong" : count === 1 ? "One thing is wrong" : `${count} things are wrong`
    await write(
      `${what}. ${found === unchecked ? "The documents were not checked." : `${found.documents} documents of ${found.shops} shops were checked.`}\n`
    )
  }
  return count === 0 ? 0 : 1
}

/** If the file itself is damaged, its documents are not checked. */
const unchecked: Examination = { checked: [], documents: 0, shops: 0, wrong: 0, outbox: {}, notes: [] }

const within = async (
  { adapter, location }: Invocation["store"],
  onWrong: (sentence: string) => void,
  onDocuments: (documents: number) => void
): Promise<Examination> => {
  const runtime = ManagedRuntime.make((adapter.look ?? adapter.open)(location, allCollections))
  try {
    return await runtime.runPromise(examineStore({ onWrong, onDocuments }))
  } finally {
    await runtime.dispose()
  }
}
