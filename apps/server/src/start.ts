/** The command `bottega serve`. */
export { start } from "./start/start.ts"
