/** The service over every operation of the contract. */
import { contract } from "@bottega/domain/areas"
import { handlers } from "./areas.ts"
import { type AllHandlers, operationsOf } from "./engine/operation.ts"
import { type ServiceOptions, serviceOf } from "./engine/service.ts"

/** Every endpoint of the contract with its handler. */
export const operations = operationsOf(contract, handlers as unknown as AllHandlers)

/** Makes the service of this process. */
export const makeService = (options?: ServiceOptions) => serviceOf(operations, options)
