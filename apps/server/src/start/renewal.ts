/** Looks for a replaced certificate on the disk, so that a running server presents it without a restart. */
import { Result } from "effect"
import { type Certificate, type CertificateFiles, readCertificate } from "../config/certificate.ts"
import type { Config } from "../config/config.ts"
import type { Log } from "../log/log.ts"
import type { Placed } from "../own/listeners.ts"

/** Keeps the certificate of a start's servers that of its files; gives what ends it. */
export const renewCertificates = (
  { certificate, certificateFiles: files }: Config,
  servers: ReadonlyArray<Placed>,
  log: Log
): (() => void) => {
  if (certificate === undefined || files === undefined) return () => {}
  const renew = (other: Certificate) => {
    for (const { server } of servers) server.renew(other)
  }
  return watchCertificate({ files, certificate, renew, log })
}

/** What is watched, and what takes the certificate that is found. */
export interface Renewing {
  readonly files: CertificateFiles
  /** The certificate in use. */
  readonly certificate: Certificate
  readonly renew: (certificate: Certificate) => void
  readonly log: Pick<Log, "info" | "warn">
  readonly lookMs?: number
}

/**
 * Looks at both files again and again; gives what ends it. A pair that cannot be used leaves the old one in use, and is
 * reported once, when a second look finds it unchanged: the two files of a new pair are replaced one after the other.
 */
export const watchCertificate = ({ files, log, lookMs = 10_000, renew, ...begin }: Renewing): (() => void) => {
  let used = begin.certificate
  let failing = { reason: "", looks: 0 }
  const look = () => {
    const read = readCertificate(files, Date.now())
    const reason = Result.isFailure(read) ? read.failure.join(" ") : ""
    failing = { reason, looks: reason === failing.reason ? failing.looks + 1 : 1 }
    if (Result.isFailure(read)) return failing.looks === 2 && log.warn("the certificate cannot be used", { reason })
    if (read.success.cert === used.cert && read.success.key === used.key) return
    used = read.success
    renew(used)
    log.info("certificate replaced", { file: files.cert })
  }
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}
