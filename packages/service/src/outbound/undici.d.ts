/** The parts of undici that calls use. Its main entry point also loads `fetch` and changes the `fetch` of the whole process. */
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici"
}
declare module "undici/lib/core/connect.js" {
  export { buildConnector as default } from "undici"
}
