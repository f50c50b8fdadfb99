/** The suites that hold for every operation. They run over the contract, so a new operation is tested automatically. */
import { admission, paths } from "./everywhere/admission.ts"
import { atOnce, idempotency } from "./everywhere/idempotency.ts"
import { isolation } from "./everywhere/isolation.ts"
import { limits } from "./everywhere/limits.ts"
import { parameters, values } from "./everywhere/parameters.ts"
import { resources } from "./everywhere/resources.ts"
import type { Suite } from "./surface.ts"

export const everywhere: ReadonlyArray<Suite> = [
  admission,
  paths,
  parameters,
  values,
  isolation,
  resources,
  atOnce,
  idempotency,
  limits
]
