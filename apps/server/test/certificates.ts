/** Certificates for tests: an authority, and what it signs, made here so that they can have expired or not match. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import type { Certificate } from "../src/config/certificate.ts"

/** A certificate, its key as an object too, and the certificate of the authority that signed it. */
export interface Made extends Certificate {
  readonly ca: string
  readonly privateKey: KeyObject
}

const day = 86_400_000

/** Makes a certificate of localhost, 127.0.0.1 and api.store.example, valid for a number of days from yesterday. */
export const makeCertificate = (now = Date.now(), days = 30): Made => {
  const [authority, server] = [0, 1].map(() => generateKeyPairSync("ec", { namedCurve: "P-256" }))
  const validity = sequence(time(now - day), time(now + (days - 1) * day))
  const issuer = `Authority ${++authorities} of a test`
  const ca = signed(authority!.privateKey, issuer, {
    subject: issuer,
    publicKey: authority!.publicKey,
    validity,
    extension: sequence(oid("551d13"), tlv(0x01, "ff"), tlv(0x04, sequence(tlv(0x01, "ff"))))
  })
  const cert = signed(authority!.privateKey, issuer, {
    subject: "localhost",
    publicKey: server!.publicKey,
    validity,
    extension: sequence(oid("551d11"), tlv(0x04, sequence(...names)))
  })
  const key = server!.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  return { cert, key, ca, privateKey: server!.privateKey }
}

interface Content {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly validity: Buffer
  readonly extension: Buffer
}

let serial = 0x1000
let authorities = 0

/** X.509 version 3, as RFC 5280 has it. */
const signed = (by: KeyObject, issuer: string, { extension, publicKey, subject, validity }: Content): string => {
  const content = sequence(
    tlv(0xa0, tlv(0x02, "02")),
    tlv(0x02, (++serial).toString(16)),
    ecdsaWithSha256,
    named(issuer),
    validity,
    named(subject),
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(extension))
  )
  const signature = Buffer.concat([Buffer.of(0), sign("sha256", content, by)])
  const base64 = sequence(content, ecdsaWithSha256, tlv(0x03, signature)).toString("base64")
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`
}

function tlv(tag: number, ...contents: ReadonlyArray<Buffer | string>): Buffer {
  const content = Buffer.concat(contents.map((one) => (typeof one === "string" ? Buffer.from(one, "hex") : one)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
function sequence(...contents: ReadonlyArray<Buffer>): Buffer {
  return tlv(0x30, ...contents)
}
function oid(hex: string): Buffer {
  return tlv(0x06, hex)
}
const named = (text: string): Buffer => sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(text)))))
const time = (ms: number): Buffer => {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\..*/g, "")
  return tlv(0x17, Buffer.from(`${digits.slice(2)}Z`))
}
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
const names = [
  ...["localhost", "api.store.example"].map((name) => tlv(0x82, Buffer.from(name))),
  tlv(0x87, Buffer.of(127, 0, 0, 1))
]
