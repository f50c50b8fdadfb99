/**
 * Bytes by their SHA-256, derived once for every adapter. A shop stores equal bytes once. They are stored before the
 * commit that names them and removed by the commit that removes their last name; documents and guards keep the two
 * consistent.
 */
export { accounted, type Commit, isNamed, kept } from "./bytes/accounts.ts"
export { find, isWhole, type Range, read } from "./bytes/content.ts"
export { type Claim, type Content, claims, contents, uploads } from "./bytes/documents.ts"
export { begin, type PutOptions, put, TooLarge, type Writing } from "./bytes/put.ts"
export { abandonAfterMs, sweep } from "./bytes/sweep.ts"
