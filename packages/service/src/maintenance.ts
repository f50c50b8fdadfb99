/** What an operator does with a whole store: examine it, move shops in and out, bring its documents to their present shape. */
export * from "./maintenance/doctor.ts"
export * from "./maintenance/export.ts"
export * from "./maintenance/import.ts"
export * from "./maintenance/shapes.ts"
