/** A call as others write it, to copy. */
import { useState } from "preact/hooks"
import { base, operationsById } from "../call/client.ts"
import { copy } from "../kit/notice.tsx"
import { words } from "../words/words.ts"
import { type CopyKind, copyAs, copyKinds, type Parameters } from "./copies.ts"

export const Copies = ({ id, parameters }: { readonly id: string; readonly parameters: Parameters }) => {
  const [kind, setKind] = useState<CopyKind>("curl")
  const text = copyAs(kind, operationsById.get(id)!, parameters, base)
  return (
    <section class="copies">
      <div class="tabs">
        <h2>{words.value.copyAs}</h2>
        {copyKinds.map((one) => (
          <button key={one} type="button" class="tab" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {one}
          </button>
        ))}
        <span class="grow" />
        <button type="button" class="quiet" onClick={() => void copy(text, words.value.copied)}>
          {words.value.copy}
        </button>
      </div>
      <pre class="code">{text}</pre>
    </section>
  )
}
