/**
 * The reference of the API as texts for people and programs that read no HTML: `/llms.txt` lists the pages (llmstxt.org), and
 * `/docs/<area>.md` has the operations of an area. All of it is made from the contract, except for the guides.
 */
import { areas } from "@bottega/domain/areas"
import { type AnyEvent, type Areas, type Contract, type Entry, entries } from "@bottega/domain/contract"
import { type Policies, policies as specified } from "@bottega/domain/throttle"
import type { Pieces } from "../docs/description.ts"
import { areaPath, guidePath, guides, introductionPath, listPath } from "../docs/paths.ts"
import { isServed, type Surface } from "../http/surface.ts"
import { exampleAddress } from "../openapi/examples.ts"
import { introductionOf } from "../openapi/introduction.ts"
import { operationText } from "./operation.ts"

/** The properties of an installation that its reference depends on. */
export interface Described {
  readonly policies?: Policies | undefined
  /** The surface that is described, as it is served. */
  readonly surface?: Surface
}

/** A page of the reference in pieces; an address begins between two of them. */
export const describePage = (contract: Contract, path: string, described: Described): Pieces =>
  textOf(contract, path, described).split(exampleAddress)

const textOf = (contract: Contract, path: string, { policies = specified, surface }: Described): string => {
  const served = entries(contract).filter(({ endpoint }) => isServed(surface, endpoint.surface))
  if (path === listPath) return listText(served)
  if (path === introductionPath) return `# Introduction\n\n${introductionOf(policies)}`
  const own = served.filter(({ area }) => areaPath(area) === path)
  const [name = path.slice("/docs/".length, -".md".length)] = own.map(({ area }) => area)
  const sections = own.map((entry) => operationText(entry, policies))
  return `${[`# ${name}`, ...sections, ...eventsText(name)].join("\n\n")}\n`
}

const eventsText = (area: string): ReadonlyArray<string> => {
  const events = Object.values<AnyEvent>((areas as Areas)[area]?.events ?? {})
  if (events.length === 0) return []
  const items = events.map(({ by, name, summary, type }) => {
    const cause = by.length === 0 ? "" : ` By ${by.join(", ")}.`
    return `- \`${name}\` (${type}): ${summary}${cause}`
  })
  return ["## Events", items.join("\n")]
}

const listText = (served: ReadonlyArray<Entry>): string => {
  const byArea = Map.groupBy(served, ({ area }) => area)
  const pages = [...byArea].map(
    ([area, all]) => `- [${area}](${areaPath(area)}): ${all.map(({ endpoint }) => endpoint.summary).join(" ")}`
  )
  return `# Bottega

> A store-management REST API that runs on your own machine: orders, customers, coupons, inventory, B2B and more.

Read the introduction first: it has the rules of every call (credentials, parameters, errors, limits, retries).

## Start

- [Introduction](${introductionPath}): credentials, parameters, answers and errors, limits, retries, events, mail.
- [OpenAPI 3.1](/openapi.json): the whole description for programs.

## Guides

${[...guides].map(([name, about]) => `- [${name}](${guidePath(name)}): ${about}`).join("\n")}

## Operations by area

${pages.join("\n")}
`
}
