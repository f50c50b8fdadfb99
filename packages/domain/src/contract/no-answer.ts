/** Why a server gave no answer, in the words that every command and the client use. */

/**
 * The reason in the error of a call, as the end of a sentence: `fetch` only says "fetch failed", and its cause says why; an
 * attempt at several addresses fails with an error for each.
 */
export const whyNoAnswer = (error: unknown): string => {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code, errors, message = String(inner) }: NodeError = Object(inner)
  const why = (errors?.[0]?.message ?? message) || code || "no reason"
  return isPlainHttp.test(why)
    ? "it does not speak TLS; try its address with http"
    : legible(why).trim().replace(/\.$/, "")
}

/**
 * A reason; one of OpenSSL without an address in memory and a place in OpenSSL's sources, an untrusted certificate with what to do about
 * it, and any other as it is.
 */
export const legible = (why: string): string =>
  why
    .replace(ofOpenSsl, "TLS failed: $<reason>")
    .replace(isUntrusted, "$1; NODE_EXTRA_CA_CERTS names the file of an authority to trust")

interface NodeError extends Partial<Error> {
  readonly code?: string
  readonly errors?: ReadonlyArray<Error>
}

/** What OpenSSL says of an answer in plain HTTP, which it takes for a record of TLS. */
const isPlainHttp = /wrong version number|packet length too long/

/** `40D3CA62D17F0000:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:../deps/openssl/…:918:SSL alert number 70` */
const ofOpenSsl = /^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:(?<reason>[^:]+):.*$/s

/** Node adds advice about a flag of its own to some of these. */
const isUntrusted = /^((?:self-signed|unable to (?:get|verify)) [^;]*certificate[^;]*)(?:;.*)?$/s

/** The reason for no answer in plain HTTP of a server that speaks TLS. */
export const speaksTlsOnly = "it speaks TLS; try its address with https"
