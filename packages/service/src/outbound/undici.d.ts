/** The parts of undici that calls use. Its main entry point also loads `fetch` and changes the `fetch` of the whole process. */
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici"
}
declare module "undici/lib/core/connect.js" {
  export { buildConnector as default } from "undici"
}
declare module "undici/lib/core/symbols.js" {
  const kParser: unique symbol
  const kSocket: unique symbol
  const symbols: { readonly kParser: typeof kParser; readonly kSocket: typeof kSocket }
  export default symbols
  /** What a connected client has for HTTP/1.1. */
  export interface Client {
    readonly [kSocket]: { readonly [kParser]: Parser }
  }
  interface Parser {
    onHeadersComplete: (status: number, isUpgrade: boolean, isKeptAlive: boolean) => number
  }
}
