/** An operator's work on a whole store: examining it, importing and exporting shops, upgrading its documents. */
export type { Amount } from "./maintenance/amount.ts"
export * from "./maintenance/doctor.ts"
export * from "./maintenance/export.ts"
export * from "./maintenance/import.ts"
export * from "./maintenance/last-runs.ts"
export * from "./maintenance/shapes.ts"
