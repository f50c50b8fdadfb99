/**
 * The client of a Bottega store: `new Bottega({ url, key, exchange })`, with the types of its calls, answers and
 * errors.
 */
export type { Transport, TransportRequest, TransportResponse } from "@bottega/domain/contract"
export type { CallOptions, CallResponse, File, PendingCall } from "./calls.ts"
export { Bottega, type Options } from "./client.ts"
export { BottegaError, NetworkError, type RefusalType, TimeoutError } from "./errors.ts"
export { http } from "./http.ts"
export * as webhooks from "./webhooks.ts"
