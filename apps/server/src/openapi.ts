import type { Contract } from "@bottega/domain/endpoint"
export const documentOf = (contract: Contract): string =>
  JSON.stringify({ openapi: "3.1.0", n: Object.keys(contract).length })
