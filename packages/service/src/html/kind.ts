/** The cleaning of HTML as slow work: in a thread, so that no HTML can hold the event loop. See docs/decisions/0250. */
import { type Kind, programBeside } from "../slow/kind.ts"
import { type Cleaned, maxTags, tagsIn } from "./limits.ts"

export const cleaning: Kind<string, Cleaned> = {
  name: "html",
  program: programBeside(import.meta.url, "cleaner"),
  runsIn: "thread",
  // A mebibyte without a tag takes 13 ms, and a tag up to 4 µs. Too many tags are refused before any is parsed.
  costMs: (html) => {
    const tags = tagsIn(html)
    return 1 + html.length / 80_000 + (tags > maxTags ? 0 : tags / 250)
  },
  deadlineMs: 30_000,
  maxMiB: 256,
  overMemory: { wrong: "takes too much memory to be cleaned" }
}
