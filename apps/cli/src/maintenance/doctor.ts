/** `bottega doctor`: reports in sentences what is wrong with a store, and records how much in it. */
import { allCollections } from "@bottega/service"
import { type DoctorCallbacks, type Examination, examineStore } from "@bottega/service/maintenance"
import { Effect, ManagedRuntime } from "effect"
import type { Invocation } from "../command.ts"
import { say, write } from "../output.ts"
import { requireStore } from "../store.ts"
import { safeJson } from "../table.ts"
import { amountText, counted } from "./amount.ts"
import { progress } from "./progress.ts"
import { recorded } from "./recorded.ts"

/** Runs the command. */
export const run = async ({ options, store: { adapter, location } }: Invocation): Promise<number> => {
  await requireStore({ adapter, location })
  const asJson = options.has("json")
  const wrong: Array<string> = []
  const shown = progress((count) => `${count} documents checked`)
  const compared = progress((count) => `the index entries of ${count} documents compared`)
  const onWrong = (sentence: string) => {
    wrong.push(sentence)
    if (asJson) return
    shown.end()
    process.stdout.write(`${sentence}\n`)
  }
  for (const sentence of await Effect.runPromise(adapter.damages?.(location, allCollections) ?? Effect.succeed([])))
    onWrong(sentence)
  const found =
    wrong.length > 0
      ? unchecked
      : await within({ adapter, location }, { onWrong, onDocuments: shown.at, onCompared: compared.at })
  shown.end()
  compared.end()
  const count = Math.max(found.wrong, wrong.length)
  if (found !== unchecked) await recorded({ command: "doctor", faults: count }, { adapter, location })
  if (asJson) await write(`${safeJson({ ...found, wrong })}\n`)
  else {
    if (found.checked.length > 0)
      await write(`Checked:\n${found.checked.map((sentence) => `  ${sentence}\n`).join("")}`)
    const counted = Object.entries(found.outbox).map(([name, count]) => `  ${count} ${name}\n`)
    if (counted.length > 0) await write(`Events in the outbox:\n${counted.join("")}`)
    for (const note of found.notes) say(note)
    const what = count === 0 ? "Nothing is wrong" : count === 1 ? "One thing is wrong" : `${count} things are wrong`
    await write(`${what}. ${found === unchecked ? "The documents were not checked." : sentenceOf(found)}\n`)
  }
  return count === 0 ? 0 : 1
}

const sentenceOf = (found: Examination): string =>
  `${amountText(found)} of ${counted(found.shops, "shop")}, and ${counted(found.installation, "document")} of the installation, were checked.`

/** If the file itself is damaged, its documents are not checked. */
const unchecked: Examination = {
  checked: [],
  documents: 0,
  files: 0,
  installation: 0,
  shops: 0,
  pending: 0,
  wrong: 0,
  outbox: {},
  notes: []
}

const within = async ({ adapter, location }: Invocation["store"], callbacks: DoctorCallbacks): Promise<Examination> => {
  const runtime = ManagedRuntime.make((adapter.look ?? adapter.open)(location, allCollections))
  try {
    return await runtime.runPromise(examineStore(callbacks))
  } finally {
    await runtime.dispose()
  }
}
