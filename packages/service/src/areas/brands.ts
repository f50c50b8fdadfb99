/** Handles calls on brands. */
import type { areas } from "@bottega/domain/areas"
import type { Handlers } from "../engine/handler.ts"

export const handlers: Handlers<typeof areas.brands> = {}
