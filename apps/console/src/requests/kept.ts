/** A request that the server keeps. */

/** A request, as the server keeps it. */
export interface Kept {
  readonly key: string | null
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly query: string | null
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
  readonly answer: string | null
}
