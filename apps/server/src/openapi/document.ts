/** The contract as OpenAPI 3.1: every operation with its parameters, answer, refusals, security, limits and stability. */
import { areas } from "@bottega/domain/areas"
import { type Contract, type Entry, entries, pathOf, version } from "@bottega/domain/contract"
import { type Policies, policies as specified } from "@bottega/domain/throttle"
import manifest from "../../package.json" with { type: "json" }
import { isServed, isShown, type Surface } from "../http/surface.ts"
import { components, refusalSchemas } from "./components.ts"
import type { ExampleOf } from "./demo-examples.ts"
import { exampleAddress, exampleOf as madeBefore } from "./examples.ts"
import { introductionOf } from "./introduction.ts"
import { readersOf } from "./links.ts"
import { operationOf } from "./operation.ts"
import { ownPagesOf, ownTag } from "./own-pages.ts"
import { Schemas } from "./schemas.ts"
import { webhooksOf } from "./webhooks.ts"

/** The properties of an installation that its description depends on. */
export interface Described {
  readonly policies?: Policies | undefined
  /** The surface that is described, as it is served. */
  readonly surface?: Surface
  /** The examples of its operations; those that were made beforehand by default. */
  readonly exampleOf?: ExampleOf
}

/** The description, as an object; addresses in it begin with {@link exampleAddress}. */
export const documentOf = (
  contract: Contract,
  { exampleOf = madeBefore, policies = specified, surface }: Described = {}
): object => {
  const served = entries(contract).filter(({ endpoint }) => isServed(surface, endpoint.surface))
  const [schemas, responses] = [new Schemas(), new Map<string, object>()]
  const common = { policies, exampleOf, schemas, responses, readers: readersOf(served) }
  for (const [name, schema] of Object.entries(refusalSchemas)) schemas.add(name, schema)
  const paths: Record<string, Record<string, object>> = {}
  for (const entry of served) {
    const path = (paths[pathOf(entry.endpoint).replace(/:(\w+)/g, "{$1}")] ??= sharedBy(entry))
    path[entry.endpoint.method.toLowerCase()] = operationOf(entry, common)
  }
  const ownPages = Object.entries(ownPagesOf(schemas, responses)).filter(([path]) => isShown(surface, path))
  const webhooks = isServed(surface, "shop") ? { webhooks: webhooksOf(areas, schemas) } : {}
  return {
    openapi: "3.1.0",
    info: {
      title: "Bottega",
      version: version.slice(1),
      "x-server-version": manifest.version,
      description: introductionOf(policies),
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: exampleAddress }],
    tags: [...tagsOf(served), ownTag],
    paths: { ...paths, ...Object.fromEntries(ownPages) },
    ...webhooks,
    components: { schemas: schemas.all, responses: Object.fromEntries(responses), ...components },
    "x-throttle": policies
  }
}

/** Importers that take over one security scheme find the other half of the pair as a header. */
const sharedBy = ({ endpoint }: Entry): Record<string, object> =>
  endpoint.surface === "shop" ? { parameters: [{ $ref: "#/components/parameters/exchange" }] } : {}

/** A tag for each area, in the order of the registry; its description is what its operations do. */
const tagsOf = (served: ReadonlyArray<Entry>): ReadonlyArray<object> =>
  [...Map.groupBy(served, ({ area }) => area)].map(([name, all]) => ({
    name,
    description: all.map(({ endpoint }) => endpoint.summary).join(" ")
  }))
