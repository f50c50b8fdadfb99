/** The tags of an entry. */
import { useState } from "preact/hooks"
import { call, type Parameters } from "../call/client.ts"
import { mayCall, notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import type { Operation } from "../contract/operation.ts"
import { Icon } from "../kit/icons.tsx"
import { say } from "../kit/notice.tsx"
import { words } from "../words/words.ts"

interface Properties {
  readonly tags: ReadonlyArray<string>
  readonly add: Operation
  readonly remove: Operation
  /** The parameter that names the entry. */
  readonly entry: Parameters
  /** The list of the entries with a tag, where there is one. */
  readonly hrefOf?: (tag: string) => string
  readonly onChange: () => void
}

export const Tags = ({ add, entry, hrefOf, onChange, remove, tags }: Properties) => {
  const said = words.value
  const [typed, setTyped] = useState("")
  const change = async (operation: Operation, tags: string) => {
    try {
      await call(operation, { ...entry, tags })
      setTyped("")
      onChange()
    } catch (cause) {
      notice(cause)
      say(whyOf(cause))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() !== "") void change(add, typed.trim())
  }
  return (
    <section class="box no-print">
      <h2>{said.tags}</h2>
      <div class="tag-chips">
        {tags.map((tag) => (
          <span key={tag} class="chip">
            {hrefOf === undefined ? tag : <a href={hrefOf(tag)}>{tag}</a>}
            {mayCall(remove) && (
              <button
                type="button"
                class="quiet square"
                aria-label={said.removeTag(tag)}
                onClick={() => void change(remove, tag)}
              >
                <Icon name="close" />
              </button>
            )}
          </span>
        ))}
        {tags.length === 0 && !mayCall(add) && <span class="faint">{said.none}</span>}
      </div>
      {mayCall(add) && (
        <form class="add-tag" onSubmit={submit}>
          <input
            type="text"
            aria-label={said.addTag}
            placeholder={said.addTag}
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={typed.trim() === ""}>
            {said.add}
          </button>
        </form>
      )}
    </section>
  )
}
