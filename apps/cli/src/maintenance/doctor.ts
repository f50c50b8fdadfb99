/** `bottega doctor`: what is wrong with a store, in sentences. */
import { allCollections } from "@bottega/service"
import { type Examination, examined } from "@bottega/service/maintenance"
import { Effect, ManagedRuntime } from "effect"
import { say, write } from "../output.ts"
import { present } from "../store.ts"
import type { Given } from "./given.ts"
import { progress } from "./progress.ts"

/** Runs the command. */
export const run = async ({ options, store: { adapter, location } }: Given): Promise<number> => {
  await present({ adapter, location })
  const asJson = options.has("json")
  const wrong: Array<string> = []
  const watched = progress((count) => `${count} documents are examined`)
  const onWrong = (sentence: string) => {
    wrong.push(sentence)
    if (asJson) return
    watched.end()
    process.stdout.write(`${sentence}\n`)
  }
  for (const sentence of await Effect.runPromise(adapter.damages?.(location, allCollections) ?? Effect.succeed([])))
    onWrong(sentence)
  const found = wrong.length > 0 ? unread : await within({ adapter, location }, onWrong, watched.at)
  watched.end()
  const count = Math.max(found.wrong, wrong.length)
  if (asJson) await write(`${JSON.stringify({ ...found, wrong })}\n`)
  else {
    if (found.checked.length > 0)
      await write(`Checked:\n${found.checked.map((sentence) => `  ${sentence}\n`).join("")}`)
    for (const note of found.notes) say(note)
    const what = count === 0 ? "Nothing is wrong" : count === 1 ? "One thing is wrong" : `${count} things are wrong`
    await write(
      `${what}. ${found === unread ? "The documents were not examined." : `${found.documents} documents of ${found.shops} shops were examined.`}\n`
    )
  }
  return count === 0 ? 0 : 1
}

/** Where the file itself is damaged its documents are not looked at. */
const unread: Examination = { checked: [], documents: 0, shops: 0, wrong: 0, notes: [] }

const within = async (
  { adapter, location }: Given["store"],
  onWrong: (sentence: string) => void,
  onDocuments: (documents: number) => void
): Promise<Examination> => {
  const runtime = ManagedRuntime.make((adapter.look ?? adapter.open)(location, allCollections))
  try {
    return await runtime.runPromise(examined({ onWrong, onDocuments }))
  } finally {
    await runtime.dispose()
  }
}
