/** The filling of templates as slow work: in a thread, so that no template, however made, holds the event loop. */
import { type Kind, programBeside } from "../slow/kind.ts"
import type { Fill, Filled } from "./limits.ts"

export const filling: Kind<Fill, Filled> = {
  name: "templates",
  program: programBeside(import.meta.url, "filler"),
  runsIn: "thread",
  // The built-in text about an order of 100 lines takes 10 ms; what a template does with its variables shows only when it runs.
  costMs: ({ message, subject }) => 5 + (subject.length + message.length) / 10_000,
  deadlineMs: 1000,
  maxMiB: 128,
  overMemory: { wrong: [{ in: "message", line: undefined, reason: "it takes too much memory" }] }
}
