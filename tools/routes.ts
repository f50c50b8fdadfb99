// Replaces the client's routes, which are read off the contract, by the values they have: what is published is 5 KB and not
// 90, and holds no schema.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { routes, tags } from "../packages/client/src/routes.ts"

/** The module with the values alone. */
export const frozen = (): string =>
  `/** Read off the contract when this package was made. */
export const routes = ${JSON.stringify(routes)}
export const tags = ${JSON.stringify(tags)}
`

/** Replaces the compiled module. */
export const freeze = (): void => {
  writeFileSync(join(import.meta.dirname, "../packages/client/dist/routes.js"), frozen())
}
