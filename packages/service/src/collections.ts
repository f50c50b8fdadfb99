/** Every collection that a store must hold besides those of storage itself: the areas' and the service's own. */
import { collections } from "@bottega/domain/areas"
import { tombstones } from "@bottega/domain/contract"
import { records } from "./engine/records.ts"
import { maintenanceRecords } from "./maintenance/records.ts"

export const allCollections = [
  ...Object.values(collections),
  tombstones,
  ...Object.values(records),
  ...Object.values(maintenanceRecords)
]
