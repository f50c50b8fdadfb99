/** Chooses a file, which is sent as it is or as base64. */
import type { Part } from "../contract/operation.ts"
import type { Value } from "./values.ts"

interface Properties {
  readonly id: string
  readonly part: Part
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly onChange: (value: Value) => void
}

export const FileInput = ({ describedBy, id, invalid, onChange, part }: Properties) => {
  const choose = async (file: File | undefined) =>
    onChange(file === undefined || part.kind === "file" ? file : await base64Of(file))
  return (
    <input
      id={id}
      type="file"
      aria-describedby={describedBy}
      aria-invalid={invalid ? "true" : undefined}
      {...(part.kind === "base64" ? { accept: "image/*" } : {})}
      onChange={(event) => void choose(event.currentTarget.files?.[0])}
    />
  )
}

/** The reader of the browser, because a loop over the bytes would stop the page. */
const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
