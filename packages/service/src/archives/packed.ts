/** Tells archives and packed files by their first bytes: what is in them would be looked at by nobody. */

/** The kind of an archive; `undefined` for any other content. */
export const packedAs = (head: Buffer): string | undefined => {
  const text = head.toString("latin1")
  if (text.startsWith("ustar", 257)) return "tar"
  return signatures.find(([signature]) => text.startsWith(signature))?.[1]
}

const signatures: ReadonlyArray<readonly [string, string]> = [
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  ["PK\x07\x08", "zip"],
  ["\x1f\x8b", "gzip"],
  ["\x1f\x9d", "compress"],
  ["BZh", "bzip2"],
  ["\xfd7zXZ\x00", "xz"],
  ["7z\xbc\xaf\x27\x1c", "7z"],
  ["Rar!\x1a\x07", "rar"],
  ["\x28\xb5\x2f\xfd", "zstd"],
  ["\x04\x22\x4d\x18", "lz4"],
  ["MSCF", "cab"],
  ["xar!", "xar"]
]
