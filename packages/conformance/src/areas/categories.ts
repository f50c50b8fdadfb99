/** What is promised of categories. */
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"

export const categories: Covered<"categories"> = { suite: suite("categories", () => {}), subjects: {} }
