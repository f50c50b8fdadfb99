/** The description of the API, loaded when it is first asked for. */
import { type Contract, entries } from "@bottega/domain/contract"
import type { Pieces } from "./description.ts"
import { type DemoReader, demoExamplesOf } from "./openapi/demo-examples.ts"
import { type Described, documentOf } from "./openapi/document.ts"
import { exampleAddress } from "./openapi/examples.ts"

/** What of an installation its description depends on, and its demo shop, if it shows one. */
interface Installed extends Pick<Described, "policies" | "surface"> {
  readonly demoShop?: DemoReader | undefined
}

/** The OpenAPI document as JSON, in pieces between which an address begins. */
export const describe = async (contract: Contract, { demoShop, ...described }: Installed): Promise<Pieces> => {
  const examples = demoShop && { exampleOf: await demoExamplesOf(entries(contract), demoShop) }
  return JSON.stringify(documentOf(contract, { ...described, ...examples })).split(exampleAddress)
}
