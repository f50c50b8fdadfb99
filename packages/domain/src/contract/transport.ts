/**
 * What carries a client's requests to a store: HTTP, or a store in the same process. On both sides it is the text of the
 * wire, so that neither the client nor the service knows what lies between them.
 */

/** A request, ready to be carried. */
export interface Sent {
  readonly method: string
  /** The whole path, without a query: `/v1.1/orders/list.json`. */
  readonly path: string
  /** Parameters as form text, without `?`; empty where there are none. */
  readonly query: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob | FormData | undefined
  readonly signal?: AbortSignal | undefined
}

/** What came back. Its body is read once, whole or in pieces. */
export interface Received {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: () => Promise<string>
  readonly pieces: () => AsyncIterable<string>
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** Carries one request; fails only when nothing came back. */
export type Transport = (sent: Sent) => Promise<Received>
