/** The paths of the reference in Markdown. Its texts are loaded when one of them is first asked for. */
import type { Contract } from "@bottega/domain/contract"

/** The list of the pages, for programs that read no HTML. */
export const listPath = "/llms.txt"
/** The rules of every call. */
export const introductionPath = "/docs/introduction.md"
/** The operations of an area. */
export const areaPath = (area: string): string => `/docs/${area}.md`

/** The guides about calls, which are served as they are in the repository, by name. */
export const guides: ReadonlyMap<string, string> = new Map([
  ["first-order", "the first order, and why another one is refused."],
  ["paging", "lists in pages, with cursors that neither skip nor repeat."],
  ["idempotency", "changes that are made once, however often they are sent."],
  ["limits", "what is left of a limit, and what to do when nothing is."],
  ["webhooks", "events as they happen, and a receiver that checks their signature."],
  [
    "testing",
    "a server as a function for node:test, vitest and jest: the same shop before each test, and a clock that moves."
  ],
  ["testing-pytest", "the same for pytest."],
  ["testing-phpunit", "the same for PHPUnit."],
  ["failing-on-purpose", "calls that fail, time that passes and limits that are used up when a test asks for it."],
  ["recording", "calls that are recorded, and made again as a test."]
])
/** A guide. */
export const guidePath = (name: string): string => `/docs/guides/${name}.md`
/** The name of the guide at a path; undefined for another page. */
export const guideAt = (path: string): string | undefined => [...guides.keys()].find((name) => guidePath(name) === path)

/** The paths of all pages. */
export const referencePaths = (contract: Contract): ReadonlyArray<string> => [
  listPath,
  introductionPath,
  ...[...guides.keys()].map(guidePath),
  ...Object.keys(contract).map(areaPath)
]
