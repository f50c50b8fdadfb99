/** Shows what the server shows only once: a secret, a pair of keys, a link that signs in. */
import { words } from "../words/words.ts"
import { Dialog } from "./dialog.tsx"
import { copy } from "./notice.tsx"

interface Properties {
  readonly title: string
  /** The answer that holds it. */
  readonly answer: unknown
  readonly labelOf?: (name: string) => string
  readonly onClose: () => void
}

/** A click beside the dialog does not close it, because what it shows does not come again. */
export const Secret = ({ answer, labelOf = (name) => name, onClose, title }: Properties) => (
  <Dialog title={title} kind="secret" onClose={onClose} isKept>
    <p>{words.value.shownOnce}</p>
    {textsIn(answer).map(([name, text]) => (
      <div key={name} class="field">
        <span class="secret-name">{labelOf(name)}</span>
        <div class="secret-line">
          <code>{text}</code>
          <button
            type="button"
            class="button"
            aria-label={`${words.value.copy}: ${labelOf(name)}`}
            onClick={() => void copy(text, words.value.copied)}
          >
            {words.value.copy}
          </button>
        </div>
      </div>
    ))}
    <div class="actions">
      <button type="button" class="primary" onClick={onClose}>
        {words.value.keptIt}
      </button>
    </div>
  </Dialog>
)

const textsIn = (answer: unknown): ReadonlyArray<readonly [string, string]> =>
  Object.entries(answer ?? {}).filter((one): one is [string, string] => typeof one[1] === "string" && one[1] !== "")
