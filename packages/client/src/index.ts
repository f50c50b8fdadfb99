/** The client of a Bottega store: `new Bottega({ url, key, exchange })`, and what its calls take, answer and fail with. */
export type { Answered, CallOptions, Pending } from "./calls.ts"
export { Bottega, type Options } from "./client.ts"
export { BottegaError, NetworkError, type RefusalType, TimeoutError } from "./errors.ts"
export { http } from "./http.ts"
