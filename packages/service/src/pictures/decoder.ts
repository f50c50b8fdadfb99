/**
 * The program of a decoder process, which decodes and describes pictures. Native code decodes untrusted input here, so
 * a crash, a leak or an endless loop must end this process and nothing else.
 */
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { serve } from "../slow/program.ts"
import { headerOf } from "./headers/header.ts"
import { withoutText } from "./headers/png.ts"
import type { Decoded, Job } from "./kind.ts"
import { overLimits } from "./limits.ts"

serve(async ({ path, thumbnailPath }: Job): Promise<Decoded> => {
  const bytes = await readFile(path)
  const header = headerOf(bytes)
  const wrong = typeof header === "string" ? header : overLimits(header)
  if (typeof header === "string" || wrong !== undefined) return { wrong: wrong ?? "" }
  const { shownOf } = await import("./thumbnail.ts")
  const shown = await shownOf(header.type === "image/png" ? withoutText(bytes) : bytes).catch(() => undefined)
  if (shown === undefined) return { wrong: `is a damaged ${header.type.slice("image/".length)} picture` }
  const { height, thumbnail, width } = shown
  await writeFile(thumbnailPath, thumbnail, { mode: 0o600 })
  const digest = createHash("sha256").update(thumbnail).digest("hex")
  return { type: header.type, width, height, thumbnail: { digest, size: thumbnail.length } }
})
