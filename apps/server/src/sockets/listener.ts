/** The listener of a server of our own, plain or with TLS: its timeouts, and which connections it accepts. */

import { constants } from "node:crypto"
import type { Server } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import type { TLSSocket, TlsOptions } from "node:tls"
import { networkOf } from "@bottega/service"
import type { Certificate } from "../config/certificate.ts"
import type { Handler } from "../http/request-queues.ts"
import { AsciiResponse } from "../http/response.ts"
import type { Shared } from "../http/shared.ts"
import { type Accepting, acceptWithin } from "./accept.ts"
import { carrierOf } from "./connections.ts"

// An import of the whole module would load `fetch`, which costs 16 MB and 50 ms.
const { createServer: createHttpServer } = process.getBuiltinModule("node:http")

/** Makes a listener; it speaks TLS if it has a certificate. */
export const makeListener = (bounded: Accepting, certificate: Certificate | undefined, handler: Handler): Server => {
  const server =
    certificate === undefined
      ? createHttpServer(options, handler)
      : createHttpsServer({ ...options, ...secured(certificate) }, handler)
  server.maxHeadersCount = 100
  acceptWithin(bounded, server)
  if (certificate !== undefined) endFailedHandshakes(server, bounded)
  return server
}

const options = {
  keepAliveTimeout: 65_000,
  requestTimeout: 60_000,
  headersTimeout: 5000,
  connectionsCheckingInterval: 1000,
  requireHostHeader: false,
  // A request without a body has no events of one, which cost a read a fifth of its way through Node.
  optimizeEmptyRequests: true,
  ServerResponse: AsciiResponse
}

/** The TLS settings with a certificate. */
export const secured = (certificate: Certificate): TlsOptions => ({
  ...certificate,
  minVersion: "TLSv1.2",
  // `curl --http1.0` and the clients built on it offer that alone, and would get an alert.
  ALPNProtocols: ["http/1.1", "http/1.0"],
  // The timeout of headers begins after the handshake. Bytes that trickle in do not extend this one.
  handshakeTimeout: 5000,
  // A client of TLS 1.2 could make the server compute one handshake after another on one connection.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION
})

/** Ends a connection whose handshake failed; nothing can be answered on it. */
const endFailedHandshakes = (server: Server, { log }: Pick<Shared, "log">): void => {
  // Node's own listener, which comes second, would report a request that is not HTTP.
  server.prependListener("tlsClientError", (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    // A client may have left by now, and then only the connection that was asked for the address before still knows it.
    const ip = networkOf(carrierOf(socket).remoteAddress)
    socket.on("error", () => {})
    socket.destroy()
    if (error.code !== "ECONNRESET") log.info("a TLS handshake failed", { reason: error.code ?? error.message, ip })
  })
}
