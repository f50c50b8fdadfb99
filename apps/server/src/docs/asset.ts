/** The files of the API page and its description: compressed once, and kept by browsers for as long as their address stays the same. */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { HttpCall } from "../http/http-call.ts"

/** A file: its bytes, the same compressed, and a version that changes with its bytes. */
export interface Asset {
  readonly type: string
  readonly body: Buffer
  readonly gzip: Buffer
  readonly version: string
}

/** Reads a file and compresses it. */
export const assetOf = async (type: string, read: () => Promise<Buffer>): Promise<Asset> => {
  const body = await read()
  const version = createHash("sha256").update(body).digest("hex").slice(0, 16)
  return { type, body, gzip: await compress(body), version }
}

// Browsers take Brotli over https and from this machine only, and gzip from everywhere.
const compress = promisify(gzip)

/** Answers with a file. At the address with its version, or if its name has one, it never changes; at any other address it may. */
export const answerAsset = (call: HttpCall, { body, gzip, type, version }: Asset, isNamed = false): void => {
  const headers = {
    "cache-control": isNamed || call.query === `v=${version}` ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding"
  }
  if (takesGzip(call.request.headers["accept-encoding"]))
    call.show({ type, body: gzip, headers: { ...headers, "content-encoding": "gzip" } })
  else call.show({ type, body, headers })
}

/** Whether a header Accept-Encoding names gzip without refusing it. */
export const takesGzip = (accepted = ""): boolean =>
  accepted.split(",").some((part) => /^\s*gzip\s*(?:;|$)/i.test(part) && !/;\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(part))
