/** The description of the API, loaded when it is first asked for. */
import { type Contract, entries } from "@bottega/domain/contract"
import type { Pieces } from "../docs/description.ts"
import { type DemoReader, demoExamplesOf } from "./demo-examples.ts"
import { type Described, documentOf } from "./document.ts"
import { exampleAddress } from "./examples.ts"

/** The properties of an installation that its description depends on, and its demo shop, if it shows one. */
interface Installed extends Pick<Described, "policies" | "surface"> {
  readonly demoShop?: DemoReader | undefined
}

/** The OpenAPI document as JSON in pieces; an address begins between two of them. */
export const describe = async (contract: Contract, { demoShop, ...described }: Installed): Promise<Pieces> => {
  const examples = demoShop && { exampleOf: await demoExamplesOf(entries(contract), demoShop) }
  return JSON.stringify(documentOf(contract, { ...described, ...examples })).split(exampleAddress)
}
