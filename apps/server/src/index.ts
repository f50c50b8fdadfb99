/** The Bottega store over HTTP: a Fastify plugin, and a server of its own. */
export type { AnswerOptions, ServerOptions } from "./http/options.ts"
export { type Level, type Log, makeLog } from "./log/log.ts"
export { createServer, type Server } from "./own/server.ts"
export { docsPaths } from "./pages/docs/docs.ts"
export { type BottegaOptions, bottega } from "./plugin.ts"
