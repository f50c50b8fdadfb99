/** Which areas a person may open, and what the shop or the server lacks for the others. */
import type { Operation } from "../contract/operation.ts"
import { operations } from "../contract/operations.ts"
import { hasWorkbench } from "./conditions.ts"
import { mayCall, shop } from "./session.ts"

/** What an operation needs and does not find here. */
export type Lack = NonNullable<Operation["requires"]> | "workbench"

const lackOf = ({ requires, workbench }: Operation): Lack | undefined => {
  if (workbench && hasWorkbench.value === false) return "workbench"
  if (requires === "b2b" && shop.value?.modules.includes("b2b") !== true) return requires
  return requires === "partner_owned" && shop.value?.partner_owned !== 1 ? requires : undefined
}

/** What all operations of an area lack; undefined if some of them can be called. */
export const lackOfArea = (area: string): Lack | undefined => {
  const lacks = operations.filter((one) => one.area === area).map(lackOf)
  return lacks.includes(undefined) ? undefined : lacks[0]
}

/** Whether the person may call one of the operations of an area, and the shop has it. */
export const isOpen = (area: string): boolean =>
  lackOfArea(area) === undefined && operations.some((one) => one.area === area && mayCall(one))
