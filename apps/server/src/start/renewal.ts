/** Checks for a replaced certificate on the disk, so that a running server presents it without a restart. */
import { Result } from "effect"
import { type Certificate, type CertificateFiles, readCertificate } from "../config/certificate.ts"
import type { Config } from "../config/config.ts"
import type { Log } from "../log/log.ts"
import type { Placed } from "./listeners.ts"

/** Checks for a replaced certificate. */
export interface Watch {
  /** Checks now, because somebody says that the pair is there: one that cannot be used is reported at once. */
  readonly look: () => void
  readonly stop: () => void
}

const noWatch: Watch = { look: () => {}, stop: () => {} }

/** Keeps the certificate of a start's servers equal to its files; without a certificate it does nothing. */
export const renewCertificates = (
  { certificate, certificateFiles: files }: Config,
  servers: ReadonlyArray<Placed>,
  log: Log
): Watch => {
  if (certificate === undefined || files === undefined) return noWatch
  const renew = (other: Certificate) => {
    for (const { server } of servers) server.renew(other)
  }
  return watchCertificate({ files, certificate, renew, log })
}

/** The watched files, and the receiver of a new certificate. */
export interface Renewing {
  readonly files: CertificateFiles
  /** The certificate in use. */
  readonly certificate: Certificate
  readonly renew: (certificate: Certificate) => void
  readonly log: Pick<Log, "info" | "warn">
  readonly lookMs?: number
}

/**
 * Checks both files periodically. If a pair cannot be used, the old one stays in use, and the failure is reported once,
 * when a second check finds it unchanged: the two files of a new pair are replaced one after the other.
 */
export const watchCertificate = ({ files, log, lookMs = 10_000, renew, ...begin }: Renewing): Watch => {
  let used = begin.certificate
  let failing = { reason: "", isReported: false }
  const check = (isAsked: boolean) => {
    const read = readCertificate(files, Date.now())
    if (Result.isFailure(read)) {
      const reason = read.failure.join(" ")
      const isSecond = reason === failing.reason
      if (isAsked || (isSecond && !failing.isReported)) log.warn("the certificate cannot be used", { reason })
      failing = { reason, isReported: isAsked || isSecond }
      return
    }
    failing = { reason: "", isReported: false }
    if (read.success.cert === used.cert && read.success.key === used.key) return
    used = read.success
    renew(used)
    log.info("certificate replaced", { file: files.cert })
  }
  const timer = setInterval(check, lookMs, false).unref()
  return { look: () => check(true), stop: () => clearInterval(timer) }
}
