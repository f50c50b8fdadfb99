/** Brings a whole shop from another server of this API. Its own entry point, because a server that starts needs none of it. */
export * from "./maintenance/pull/pull.ts"
