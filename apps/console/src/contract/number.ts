/** Recognises values that are numbers to people. */
import type { Part } from "./operation.ts"

/** Whether a value is a number: it is typed as one, and compared by its digits, which then are right-aligned. */
export const isNumber = ({ kind, labels, names }: Part): boolean =>
  (kind === "money" || kind === "int" || kind === "number" || kind === "percent") &&
  labels === undefined &&
  names === undefined
