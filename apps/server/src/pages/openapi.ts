/** The description of the API, loaded when it is first asked for. */
import type { Contract } from "@bottega/domain/contract"
import type { Pieces } from "./description.ts"
import { type Described, documentOf } from "./openapi/document.ts"
import { exampleAddress } from "./openapi/examples.ts"

/** The OpenAPI document as JSON, in pieces between which an address begins. */
export const describe = (contract: Contract, described: Described): Pieces =>
  JSON.stringify(documentOf(contract, described)).split(exampleAddress)
