/** The certificate of a start: which files are refused, in which sentences, and how a replaced one comes into use. */
import { createPrivateKey } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Result } from "effect"
import { afterAll, afterEach, describe, expect, test, vi } from "vitest"
import type { Certificate } from "../src/config/certificate.ts"
import { configOf } from "../src/config/config.ts"
import { watchCertificate } from "../src/start/renewal.ts"
import { makeCertificate } from "./certificates.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-certificate-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const day = 86_400_000
const good = makeCertificate()
const other = makeCertificate()
const expired = makeCertificate(Date.now() - 60 * day, 30)
const early = makeCertificate(Date.now() + 60 * day, 30)
const cert = write("good.pem", good.cert)
const key = write("good-key.pem", good.key)

const config = (...args: ReadonlyArray<string>) => configOf(args, {})
const wrong = (certFile: string, keyFile: string) => {
  const read = config("--tls-cert", certFile, "--tls-key", keyFile)
  return Result.isFailure(read) ? read.failure : []
}

describe("--tls-cert and --tls-key", () => {
  test("give the certificate, as flags and as variables", () => {
    const expected = { certificate: { cert: good.cert, key: good.key }, certificateFiles: { cert, key } }
    expect(Result.getOrThrow(config("--tls-cert", cert, "--tls-key", key))).toMatchObject(expected)
    const variables = { BOTTEGA_TLS_CERT: cert, BOTTEGA_TLS_KEY: key }
    expect(Result.getOrThrow(configOf([], variables))).toMatchObject(expected)
    expect(Result.getOrThrow(config()).certificate).toBeUndefined()
  })

  test("belong together", () => {
    expect(config("--tls-cert", cert)).toMatchObject({ failure: ["--tls-cert needs --tls-key too."] })
    expect(configOf([], { BOTTEGA_TLS_KEY: key })).toMatchObject({ failure: ["BOTTEGA_TLS_KEY needs --tls-cert too."] })
  })

  const encrypted = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" } as const
  const traditional = { ...encrypted, type: "sec1" } as const
  const keyText = (how: typeof encrypted | typeof traditional) => createPrivateKey(good.key).export(how).toString()

  test.each<[string, certText: string, keyText: string, sentences: ReadonlyArray<RegExp>]>([
    [
      "another key",
      good.cert,
      other.key,
      [/^--tls-key is not the key of the certificate of --tls-cert, the first one/]
    ],
    ["an expired certificate", expired.cert, expired.key, [/^--tls-cert expired on \d{4}-\d\d-\d\dT[\d:.]+Z\.$/]],
    ["a certificate of the future", early.cert, early.key, [/^--tls-cert is not valid before \d{4}-/]],
    ["an encrypted key", good.cert, keyText(encrypted), [/^--tls-key is encrypted; "openssl pkey -in .+" writes it/]],
    ["an encrypted key as it was written once", good.cert, keyText(traditional), [/^--tls-key is encrypted;/]],
    [
      "swapped files",
      good.key,
      good.cert,
      [/^--tls-cert holds no certificate in PEM/, /^--tls-key holds no private key/]
    ],
    ["empty files", "", "", [/^--tls-cert holds no certificate/, /^--tls-key holds no private key/]],
    [
      "a broken certificate",
      good.cert.replace(/MII?./, "AAAA"),
      good.key,
      [/^--tls-cert holds no readable certificate: /]
    ],
    ["a broken key", good.cert, good.key.replace(/MI../, "AAAA"), [/^--tls-key holds no readable private key: /]],
    [
      "a broken chain",
      `${good.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
      good.key,
      [/^--tls-cert cannot be used: /]
    ],
    [
      "an expired certificate and no key",
      expired.cert,
      "none",
      [/^--tls-cert expired/, /^--tls-key holds no private key/]
    ],
    [
      "a file of a megabyte and more",
      "x".repeat(1024 * 1024 + 1),
      good.key,
      [/^--tls-cert is larger than 1048576 bytes\.$/]
    ]
  ])("name %s", (_, certText, keyText, sentences) => {
    const found = wrong(write("case.pem", certText), write("case-key.pem", keyText))
    expect(found).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
    expect(found.join()).not.toContain("PRIVATE KEY-----\n")
  })

  test("name what cannot be read, with every other mistake", () => {
    expect(config("--tls-cert", join(folder, "none.pem"), "--tls-key", folder, "--port", "x")).toMatchObject({
      failure: [
        "--port must be a whole number from 0 to 65535.",
        expect.stringMatching(/^--tls-cert cannot be read: ENOENT.+none\.pem'\.$/),
        "--tls-key is not a regular file."
      ]
    })
  })
})

describe("a replaced certificate", () => {
  const files = { cert: join(folder, "used.pem"), key: join(folder, "used-key.pem") }
  const put = (pair: Certificate) => {
    writeFileSync(files.cert, pair.cert)
    writeFileSync(files.key, pair.key)
  }
  let stop = () => {}
  afterEach(() => stop())

  const watched = (lookMs = 5) => {
    const found = { renewed: [] as Certificate[], lines: [] as string[] }
    const line = (message: string, fields: object = {}) => void found.lines.push(`${message} ${JSON.stringify(fields)}`)
    put(good)
    const renew = (certificate: Certificate) => void found.renewed.push(certificate)
    const { cert, key } = good
    const watch = watchCertificate({
      files,
      certificate: { cert, key },
      renew,
      log: { info: line, warn: line },
      lookMs
    })
    stop = watch.stop
    return { ...found, look: watch.look }
  }

  test("is used once it is there", async () => {
    const found = watched()
    put(other)
    await expect.poll(() => found.renewed).toEqual([{ cert: other.cert, key: other.key }])
    put(good)
    await expect.poll(() => found.renewed).toHaveLength(2)
    expect(found.lines.filter((line) => line.startsWith("certificate replaced"))).toHaveLength(2)
  })

  test("is used at once where somebody says that it is there", () => {
    const found = watched(1_000_000)
    found.look()
    expect(found.renewed).toEqual([])
    put(other)
    found.look()
    expect(found.renewed).toEqual([{ cert: other.cert, key: other.key }])
  })

  test("that cannot be used is reported at once where somebody says that it is there, and not by the next checks", () => {
    vi.useFakeTimers()
    try {
      const found = watched(1000)
      rmSync(files.cert)
      found.look()
      expect(found.lines).toEqual([expect.stringMatching(/^the certificate cannot be used .+ENOENT/)])
      vi.advanceTimersByTime(3000)
      expect(found.lines).toHaveLength(1)
      found.look()
      expect(found.lines).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test("that cannot be used changes nothing and is reported once, until it is mended", async () => {
    const found = watched()
    writeFileSync(files.cert, expired.cert)
    const reports = () => found.lines.filter((line) => line.startsWith("the certificate cannot be used"))
    await expect.poll(reports).toHaveLength(1)
    expect(reports()[0]).toMatch(/used\.pem expired on .+used-key\.pem is not the key of the certificate/)
    rmSync(files.cert)
    await expect.poll(reports).toHaveLength(2)
    expect(found.renewed).toEqual([])
    put(other)
    await expect.poll(() => found.renewed).toHaveLength(1)
    expect(reports()).toHaveLength(2)
  })
})
