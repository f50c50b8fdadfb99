/** What is promised of taxes. */
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"

export const taxes: Covered<"taxes"> = { suite: suite("taxes", () => {}), subjects: {} }
