/** What is known of a failed call. */
import type { BottegaError } from "@bottega/client"

/** The refusal or failure of a call, if that is what a cause is. */
export const errorIn = (cause: unknown): BottegaError | undefined =>
  cause instanceof Error && "details" in cause ? (cause as BottegaError) : undefined
