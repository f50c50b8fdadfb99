/** The certificate and private key of a server that speaks TLS: read from two files, and checked before they are used. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { createSecureContext } from "node:tls"
import { Result } from "effect"

/** A certificate with the chain that goes with it, and its private key, both as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A certificate and its key by the paths of their files, or by the flags that name these. */
export type CertificateFiles = Certificate

/**
 * Reads a certificate and its key; fails with a sentence for every reason why a server cannot use them at `now`
 * (milliseconds). The sentences begin with `names`.
 */
export const readCertificate = (
  files: CertificateFiles,
  now: number,
  names = files
): Result.Result<Certificate, ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const sayOf = (name: string) => (what: string) => void wrong.push(`${name} ${what}.`)
  const say = { cert: sayOf(names.cert), key: sayOf(names.key) }
  const cert = textOf(files.cert, say.cert)
  const key = textOf(files.key, say.key)
  const parsed = cert === undefined ? undefined : certificateOf(cert, now, say.cert)
  const privateKey = key === undefined ? undefined : keyOf(key, files.key, say.key)
  if (parsed !== undefined && privateKey !== undefined && !parsed.checkPrivateKey(privateKey))
    say.key(`is not the key of the certificate of ${names.cert}, the first one in its file`)
  if (wrong.length > 0) return Result.fail(wrong)
  const certificate = { cert: cert!, key: key! }
  checkUse(certificate, say.cert)
  return wrong.length > 0 ? Result.fail(wrong) : Result.succeed(certificate)
}

/** Receives the end of a sentence about a file. */
type Say = (what: string) => void

/** Certificates are a few kilobytes long; the file of a mistyped name may have any length, or never end. */
const maxFileBytes = 1024 * 1024

const textOf = (file: string, say: Say): string | undefined => {
  try {
    const found = statSync(file)
    if (found.isFile() && found.size <= maxFileBytes) return readFileSync(file, "utf8")
    say(found.isFile() ? `is larger than ${maxFileBytes} bytes` : "is not a regular file")
  } catch (error) {
    say(`cannot be read: ${(error as Error).message}`)
  }
  return undefined
}

const certificateOf = (text: string, now: number, say: Say): X509Certificate | undefined => {
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    say("holds no certificate in PEM (-----BEGIN CERTIFICATE-----)")
    return undefined
  }
  try {
    const certificate = new X509Certificate(text)
    const { validFrom, validTo } = certificate
    if (Date.parse(validTo) < now) say(`expired on ${isoOf(validTo)}`)
    if (Date.parse(validFrom) > now) say(`is not valid before ${isoOf(validFrom)}`)
    return certificate
  } catch (error) {
    say(`holds no readable certificate: ${reasonOf(error)}`)
    return undefined
  }
}

const keyOf = (text: string, file: string, say: Say): KeyObject | undefined => {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text))
    say(`is encrypted; "openssl pkey -in ${file} -out <file>" writes it without its password`)
  else if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    say("holds no private key in PEM (-----BEGIN PRIVATE KEY-----)")
  else
    try {
      return createPrivateKey(text)
    } catch (error) {
      say(`holds no readable private key: ${reasonOf(error)}`)
    }
  return undefined
}

/** OpenSSL refuses a weak key or certificate only when it is used. */
const checkUse = (certificate: Certificate, say: Say): void => {
  try {
    createSecureContext(certificate)
  } catch (error) {
    say(`cannot be used: ${reasonOf(error)}`)
  }
}

const isoOf = (date: string): string => new Date(date).toISOString()

/** OpenSSL's messages begin with a place in its sources: `error:0A00018F:SSL routines::ee key too small`. */
const reasonOf = (error: unknown): string => (error as Error).message.replace(/^error:[0-9A-F]+:/, "")
