/** Declares a kind of slow work: how it runs, what it costs, and its limits. */

/** One kind of slow work, such as the decoding of pictures. Inputs and outputs travel as messages between threads or processes. */
export interface Kind<In, Out> {
  readonly name: string
  /** A module that calls `serve`; {@link programBeside} finds it in sources, packages and bundles. */
  readonly program: URL
  /** Native code that reads untrusted input runs in a process, because a crash would end all threads. */
  readonly runsIn: "process" | "thread"
  /** How many milliseconds a job is expected to take. A wrong estimate is corrected once the job has run. */
  readonly costMs: (input: In) => number
  /** How long a job may run. Waiting for its turn or for a processor does not count, nor does the start of its worker. */
  readonly deadlineMs: number
  /** The memory of a process, or the heap of a thread. */
  readonly maxMiB: number
  /** The outcome of a job that needs more memory. */
  readonly overMemory: Out
}

/** Any kind, for code that only passes inputs and outputs on. */
export type AnyKind = Kind<never, unknown>

/** A program in the folder of a module, with the same file extension: in sources, in packages and in a bundle. */
export const programBeside = (module: string, name: string): URL =>
  new URL(`./${name}${/\.\w+$/.exec(module)![0]}`, module)
