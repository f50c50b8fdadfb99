/** Writes HTML, and shows it in a frame that runs nothing. */
import { useState } from "preact/hooks"
import { MailFrame } from "../kit/mail-frame.tsx"
import { words } from "../words/words.ts"
import type { ControlProperties } from "./control.ts"

export const HtmlInput = ({ describedBy, id, invalid, onInput, required, value }: ControlProperties) => {
  const [isPreview, setPreview] = useState(false)
  return (
    <div class="html-input">
      <div class="tabs">
        <button type="button" class="tab" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
          HTML
        </button>
        <button type="button" class="tab" aria-pressed={isPreview} onClick={() => setPreview(true)}>
          {words.value.preview}
        </button>
      </div>
      <textarea
        id={id}
        class="mono"
        rows={12}
        hidden={isPreview}
        spellcheck={false}
        required={required === true}
        aria-invalid={invalid === true ? "true" : undefined}
        aria-describedby={describedBy}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {isPreview &&
        (value.trim() === "" ? (
          <p class="faint">{words.value.none}</p>
        ) : (
          <MailFrame title={words.value.preview} html={value} />
        ))}
    </div>
  )
}
