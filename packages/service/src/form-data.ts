/** Multipart data that is in memory already, read as a server reads it from the wire. */
import { hash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Node, type Problem, put } from "@bottega/domain/form"
import type { Call } from "./operation.ts"
import type { Upload } from "./session.ts"

/** The parameters, and the file of an operation that takes one; it lies on this machine's disk until {@link discard}. */
export const readFormData = async (form: FormData, takesFile: boolean): Promise<Parts> => {
  const parsed: { readonly root: Node; readonly problems: Array<Problem> } = { root: new Node(), problems: [] }
  let upload: Upload | undefined
  for (const [name, value] of form) {
    put(parsed, name, typeof value === "string" ? value : value.name)
    if (typeof value === "string") continue
    if (!takesFile) parsed.problems.push({ path: name, message: "is a file, which is not taken here" })
    else if (upload !== undefined) parsed.problems.push({ path: name, message: "is a second file" })
    else upload = await keep(name, value)
  }
  return { parsed, upload }
}

/** What multipart data holds. */
export interface Parts {
  readonly parsed: Call["sent"][number]
  readonly upload: Upload | undefined
}

/** Removes a file that came with a call. */
export const discard = async (upload: Upload | undefined): Promise<void> => {
  if (upload !== undefined) await rm(dirname(upload.path), { recursive: true, force: true })
}

const keep = async (name: string, file: File): Promise<Upload> => {
  const path = join(await mkdtemp(join(tmpdir(), "bottega-")), "upload")
  const bytes = Buffer.from(await file.arrayBuffer())
  await writeFile(path, bytes, { mode: 0o600 })
  return { name, filename: file.name, path, size: bytes.length, digest: hash("sha256", bytes, "hex") }
}
