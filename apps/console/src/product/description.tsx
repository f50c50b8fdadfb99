/** Writes a description as HTML, and shows it in a frame that runs nothing. */
import { useRef, useState } from "preact/hooks"
import { described } from "../form/labelled.tsx"
import { productWords } from "./words.ts"

interface Properties {
  readonly value: string
  readonly problem: string | undefined
  readonly onInput: (value: string) => void
}

const id = "product-description"
/** What a button puts around what is selected. */
const around = {
  strong: ["<strong>", "</strong>"],
  em: ["<em>", "</em>"],
  h2: ["<h2>", "</h2>\n"],
  ul: ["<ul>\n  <li>", "</li>\n</ul>\n"],
  a: ['<a href="https://">', "</a>"]
} as const
type Tool = keyof typeof around
const signs: Readonly<Record<Tool, string>> = { strong: "B", em: "I", h2: "H", ul: "•", a: "↗" }

export const Description = ({ onInput, problem, value }: Properties) => {
  const [isPreview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const { description, descriptionHelp, emptyPreview, preview, tools, write } = productWords.value
  const wrap = (tool: Tool) => {
    const box = area.current
    if (box === null) return
    const [before, after] = around[tool]
    const { selectionEnd, selectionStart } = box
    box.setRangeText(before + value.slice(selectionStart, selectionEnd) + after, selectionStart, selectionEnd, "end")
    box.setSelectionRange(selectionStart + before.length, selectionEnd + before.length)
    box.focus()
    onInput(box.value)
  }
  return (
    <div class="field">
      <div class="tabs">
        <label for={id}>{description}</label>
        <span class="grow" />
        {!isPreview &&
          (Object.keys(around) as ReadonlyArray<Tool>).map((tool) => (
            <button
              key={tool}
              type="button"
              class={`quiet square tool-${tool}`}
              aria-label={tools[tool]}
              title={tools[tool]}
              onClick={() => wrap(tool)}
            >
              {signs[tool]}
            </button>
          ))}
        <button type="button" class="tab" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
          {write}
        </button>
        <button type="button" class="tab" aria-pressed={isPreview} onClick={() => setPreview(true)}>
          {preview}
        </button>
      </div>
      <textarea
        ref={area}
        id={id}
        rows={7}
        hidden={isPreview}
        value={value}
        {...described(id, problem, descriptionHelp)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {isPreview &&
        (value.trim() === "" ? (
          <p class="preview faint">{emptyPreview}</p>
        ) : (
          // Without any permission it runs no script, sends no form and opens no window.
          <iframe class="preview" title={preview} sandbox="" srcdoc={trusted(value)} />
        ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} class="problem">
          {problem}
        </p>
      )}
      <p id={`${id}-help`} class="help">
        {descriptionHelp}
      </p>
    </div>
  )
}

interface TrustedTypes {
  readonly createPolicy: (name: string, rules: { readonly createHTML: (html: string) => string }) => Policy
}
interface Policy {
  readonly createHTML: (html: string) => unknown
}
let policy: Policy | undefined

/** The page's policy takes no text as HTML. This one is for the sandboxed frame alone. */
const trusted = (html: string): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy("preview", { createHTML: (text) => text })
  return (policy === undefined ? html : policy.createHTML(html)) as string
}
