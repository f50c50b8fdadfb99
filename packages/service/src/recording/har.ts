/** The parts of an HTTP Archive 1.2 that recordings have (http://www.softwareishard.com/blog/har-12-spec). */

/** A header, or a parameter of a query. */
export interface HarPair {
  readonly name: string
  readonly value: string
}

/** A request and its answer. Members that begin with an underscore are our own, as the format allows. */
export interface HarEntry {
  readonly startedDateTime: string
  /** Milliseconds. */
  readonly time: number
  /** The id of the caller's key set, which is not a secret, or the name of a person. */
  readonly _caller: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: ReadonlyArray<never>
    readonly headers: ReadonlyArray<HarPair>
    readonly queryString: ReadonlyArray<HarPair>
    /** Without `text` if the body was not kept. */
    readonly postData?: { readonly mimeType: string; readonly text?: string; readonly comment?: string }
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly response: {
    /** 0 if no answer was sent. */
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: ReadonlyArray<never>
    readonly headers: ReadonlyArray<HarPair>
    readonly content: {
      readonly size: number
      readonly mimeType: string
      readonly text?: string
      readonly comment?: string
    }
    readonly redirectURL: string
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly cache: Readonly<Record<string, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
}
