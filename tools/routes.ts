// Replaces the client's routes, which are computed from the contract, by their values: the published module has 5 KB instead of
// 90 and no schema.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { routes, tags } from "../packages/client/src/routes.ts"

/** The source of the module with the values alone. */
export const frozen = (): string =>
  `/** Computed from the contract when this package was made. */
export const routes = ${JSON.stringify(routes)}
export const tags = ${JSON.stringify(tags)}
`

/** Replaces the compiled module. */
export const freeze = (): void => {
  writeFileSync(join(import.meta.dirname, "../packages/client/dist/routes.js"), frozen())
}
