/** Finds out whether a server that gave no answer in plain HTTP speaks TLS; such a server closes the connection without a word. */
import { connect } from "node:tls"
import { speaksTlsOnly } from "@bottega/domain/no-answer"

/** The platform's `fetch`, which says so of a server that speaks TLS and is asked in plain HTTP. */
export const fetchOrSayTls: typeof fetch = (to, request) =>
  fetch(to, request).catch(async (error) => {
    if (!request?.signal?.aborted && (await speaksTls(String(to)))) throw new TypeError(speaksTlsOnly)
    throw error
  })

/** Begins a handshake with the server of an http address, and sends nothing over it; false for any other place of a store. */
export const speaksTls = (place: string): Promise<boolean> => {
  const url = URL.parse(place)
  if (url?.protocol !== "http:") return Promise.resolve(false)
  const { hostname, port } = url
  return new Promise((resolve) => {
    const options = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80), timeout: maxMs }
    const socket = connect({ ...options, rejectUnauthorized: false })
    const end = (does: boolean) => {
      socket.destroy()
      resolve(does)
    }
    socket.on("secureConnect", () => end(true))
    socket.on("timeout", () => end(false))
    // An alert is a word of TLS: the server refuses this handshake.
    socket.on("error", ({ code = "" }: NodeJS.ErrnoException) => end(/^ERR_SSL_.*ALERT/.test(code)))
  })
}

const maxMs = 2000
