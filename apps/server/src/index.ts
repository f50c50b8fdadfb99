/** The Bottega store over HTTP: a Fastify plugin, and a server of its own. */

export { docsPaths } from "./docs/docs.ts"
export { type Level, type Log, makeLog } from "./log/log.ts"
export type { AnswerOptions, ServerOptions } from "./options.ts"
export { type BottegaOptions, bottega } from "./plugin.ts"
export { createServer, type Server } from "./server.ts"
