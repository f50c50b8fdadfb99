/**
 * Carries a client's requests to a service, over HTTP or within the same process. Both sides see the text of the wire,
 * so neither the client nor the service knows which transport is used.
 */

/** A request, ready to be sent. */
export interface TransportRequest {
  readonly method: string
  /** The whole path, without a query: `/v1.1/orders/list.json`. */
  readonly path: string
  /** Parameters as form text, without `?`; empty if there are none. */
  readonly query: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob | FormData | undefined
  readonly signal?: AbortSignal | undefined
}

/** A response. Its body can be read once, as a whole or in pieces. */
export interface TransportResponse {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: () => Promise<string>
  readonly pieces: () => AsyncIterable<string>
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** Sends one request; fails only if no response arrives. */
export type Transport = (sent: TransportRequest) => Promise<TransportResponse>
