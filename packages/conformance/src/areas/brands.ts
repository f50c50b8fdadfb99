/** What is promised of brands. */
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"

export const brands: Covered<"brands"> = { suite: suite("brands", () => {}), subjects: {} }
