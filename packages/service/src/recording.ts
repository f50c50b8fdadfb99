/** Recordings of requests: written while a server serves, and played again. Its own entry point, because few starts need it. */
export * from "./recording/play.ts"
export * from "./recording/recorder.ts"
