/** The port's promises, tested for one adapter of the registry. */
import { describe } from "vitest"
import type { AdapterEntry } from "../src/adapters.ts"
import { useDatabase } from "./database.ts"
import { bytesSuite } from "./suite/bytes.ts"
import { bytesLasting } from "./suite/bytes-lasting.ts"
import { bytesRacing } from "./suite/bytes-racing.ts"
import { committing } from "./suite/committing.ts"
import { finding } from "./suite/finding.ts"
import { guarding } from "./suite/guarding.ts"
import { histories } from "./suite/histories.ts"
import { lasting } from "./suite/lasting.ts"
import { leasing } from "./suite/leasing.ts"
import { racing } from "./suite/racing.ts"
import { revising } from "./suite/revising.ts"
import { values } from "./suite/values.ts"

/** Registers every test of the port for an adapter. */
export const suite = (adapter: AdapterEntry): void => {
  describe(adapter.name, () => {
    useDatabase(adapter)
    finding(adapter)
    values(adapter)
    committing(adapter)
    guarding(adapter)
    histories(adapter)
    racing(adapter)
    revising(adapter)
    bytesSuite(adapter)
    bytesRacing(adapter)
    bytesLasting(adapter)
    leasing(adapter)
    lasting(adapter)
  })
}
