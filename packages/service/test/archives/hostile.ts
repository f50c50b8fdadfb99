/** Archives that no template needs: what each of them is, its bytes, and the end of the sentence that refuses it. */
import { crc32, deflateRawSync, gzipSync } from "node:zlib"
import { descriptorOf, type Ending, field, latin1, type Piece, zip } from "./zip.ts"

const page: Piece = { name: "index.html", data: "<h1>Bottega</h1>" }
const MiB = 1024 * 1024
const text = Buffer.from("a text that packs well, a text that packs well, a text that packs well")
const packed = deflateRawSync(text)
const eight = (value: number) => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(BigInt(value))
  return buffer
}
const unicodePath = (name: string, of = "index.html") => {
  const sum = Buffer.alloc(5)
  sum.writeUInt8(1)
  sum.writeUInt32LE(crc32(of), 1)
  return field(0x7075, Buffer.concat([sum, Buffer.from(name)]))
}

/** What an archive is, its bytes, what the refusal says, and the entry that it names, if an entry is wrong. */
export type Hostile = readonly [what: string, bytes: Buffer, says: string | RegExp, entry?: string]

const named = (what: string, name: string, says: string | RegExp): Hostile => [
  what,
  zip([page, { name, data: name.endsWith("/") ? "" : "x" }]),
  says,
  name
]
const beside = (what: string, piece: Partial<Piece>, says: string | RegExp): Hostile => [
  what,
  zip([page, { name: "a.txt", data: text, ...piece }, { name: "z.txt", data: "z" }]),
  says,
  "a.txt"
]
const ended = (what: string, ending: Ending, says: string | RegExp): Hostile => [what, zip([page], ending), says]

const names: ReadonlyArray<Hostile> = [
  named("traversal", "../a.txt", 'the part ".."'),
  named("traversal in the middle", "a/../../b.txt", 'the part ".."'),
  named("traversal at the end", "a/..", 'the part ".."'),
  named("traversal to a folder", "a/../", 'the part ".."'),
  named("the folder itself", "./a.txt", 'the part "."'),
  named("an absolute name", "/etc/passwd", "begins at the root"),
  named("two slashes at once", "//server/share", "begins at the root"),
  named("an empty part", "a//b.txt", "an empty part"),
  named("a drive", "C:/a.txt", "one of the characters"),
  named("a drive's current folder", "C:a.txt", "one of the characters"),
  named("a stream of a file", "a.txt:hidden", "one of the characters"),
  named("traversal for Windows", "..\\a.txt", "one of the characters"),
  named("an absolute name for Windows", "\\\\server\\share", "one of the characters"),
  named("a device", "CON", "a device"),
  named("a device with an ending", "aux.html", "a device"),
  named("a device in a folder", "a/com1.txt", "a device"),
  named("a device with a superscript digit", "lpt².css", "a device"),
  named("a device before a space", "nul .txt", "a device"),
  named("a wildcard", "a*.txt", "one of the characters"),
  named("a pipe", "a|b", "one of the characters"),
  named("a null", "a.txt\0.html", "invisible characters"),
  named("a line's end", "a\n.txt", "invisible characters"),
  named("an escape of a terminal", "\u001b[2Ja.txt", "invisible characters"),
  named("text from right to left", "a\u202etxt.exe", "invisible characters"),
  named("a space without width", "a\u200b.txt", "invisible characters"),
  named("a mark of the byte order", "\ufeffa.txt", "invisible characters"),
  named("a separator of lines", "a\u2028b", "invisible characters"),
  named("a dot at the end", "a.", "ends with one or a dot"),
  named("a space at the end", "a ", "ends with one or a dot"),
  named("a space at the beginning", " a", "begins with a space"),
  named("a long part", "a".repeat(256), "a part longer than 255 bytes"),
  named("a long part of few characters", "é".repeat(128), "a part longer than 255 bytes"),
  named("a long path", `${"a".repeat(200)}/`.repeat(6), "longer than 1024 bytes"),
  named("deep folders", `${"a/".repeat(33)}b`, "deeper than 32 folders"),
  named("an empty name", "", "an empty part"),
  named("the root as a folder", "/", "an empty part"),
  ["a name that is not UTF-8", zip([page, { name: latin1("caf\xe9.txt") }]), "is not UTF-8", "café.txt"],
  ["a name that is overlong UTF-8", zip([page, { name: latin1("\xc0\xae\xc0\xae/a") }]), "is not UTF-8"],
  ["a name twice", zip([page, page]), "twice", "index.html"],
  ["a folder twice", zip([page, { name: "a/" }, { name: "a/" }]), "twice", "a/"],
  ["names equal but for case", zip([page, { name: "INDEX.html" }]), "cannot tell apart", "INDEX.html"],
  ["folders equal but for case", zip([{ name: "A/x" }, { name: "a/y" }]), "cannot tell apart", "a/y"],
  ["names equal but for case beyond ASCII", zip([{ name: "ÄRGER" }, { name: "ärger" }]), "cannot tell apart", "ärger"],
  ["names equal but for the long s", zip([{ name: "s" }, { name: "ſ" }]), "cannot tell apart", "ſ"],
  ["names equal but for normalisation", zip([{ name: "caf\u00e9" }, { name: "cafe\u0301" }]), "cannot tell apart"],
  ["a file and a folder of one name", zip([{ name: "a" }, { name: "a/" }]), "is a file", "a/"],
  ["a file within a file", zip([{ name: "a" }, { name: "a/b" }]), "is a file", "a/b"],
  ["a file where a folder is", zip([{ name: "a/b" }, { name: "a" }]), "is a folder", "a"],
  ["a file where a folder is, but for case", zip([{ name: "a/b" }, { name: "A" }]), "is a folder", "A"],
  beside("another name as well", { extra: unicodePath("../b.txt", "a.txt") }, "another name"),
  beside(
    "another name behind the same name",
    { extra: Buffer.concat([unicodePath("a.txt", "a.txt"), unicodePath("../b.txt", "a.txt")]) },
    "another name"
  ),
  beside(
    "another name in an extra field of the header",
    { local: { extra: unicodePath("../b.txt", "a.txt") } },
    "contradicts the directory"
  ),
  beside("a mode in an extra field", { extra: field(0x756e, Buffer.alloc(14)) }, "another name or mode"),
  beside(
    "a mode in an extra field of the header",
    { local: { extra: field(0x6c78, latin1("\xff\xa1\0\0")) } },
    "contradicts the directory"
  ),
  beside(
    "stored content that hides an entry behind a descriptor",
    {
      ...{ method: 0, flags: 0x8, descriptor: true, local: { crc: 0, size: 0, packedSize: 0 } },
      data: Buffer.concat([Buffer.from("ok"), descriptorOf(Buffer.from("ok"), Buffer.from("ok"))])
    },
    "contradicts the directory"
  )
]

const kinds: ReadonlyArray<Hostile> = [
  beside("a symbolic link", { mode: 0o120777, data: "/etc/passwd" }, "a link or a device"),
  beside("a device by its mode", { mode: 0o020666 }, "a link or a device"),
  beside("a block device", { mode: 0o060666 }, "a link or a device"),
  beside("a pipe by its mode", { mode: 0o010666 }, "a link or a device"),
  beside("a socket", { mode: 0o140666 }, "a link or a device"),
  beside("a folder by its mode alone", { mode: 0o040755 }, "not by both"),
  beside("a folder by its attributes alone", { attributes: 0x10 }, "not by both"),
  ["a file by its mode, a folder by its name", zip([page, { name: "a/", mode: 0o100644 }]), "not by both", "a/"],
  ["a folder with content", zip([page, { name: "a/", data: "x" }]), "a folder with content", "a/"],
  beside("an encrypted entry", { flags: 0x801 }, "is encrypted"),
  beside("strong encryption", { flags: 0x841 }, /after \\?"index.html|is encrypted/),
  beside("a patch", { flags: 0x820 }, "an unsupported way"),
  beside("a masked header", { flags: 0x2800 }, "an unsupported way"),
  beside("a method that is not read", { method: 12 }, "by the method 12"),
  beside("the method of encryption by AES", { method: 99 }, "by the method 99"),
  beside("a zip within", { data: zip([page]) }, "an archive itself (zip)"),
  beside("an empty zip within, stored", { data: zip([]), method: 0 }, "an archive itself (zip)"),
  beside("gzip within", { data: gzipSync("x") }, "an archive itself (gzip)"),
  beside("a tar within", { data: `${"a".repeat(257)}ustar` }, "an archive itself (tar)"),
  beside("7z within", { data: latin1("7z\xbc\xaf\x27\x1c") }, "an archive itself (7z)"),
  beside("xz within", { data: latin1("\xfd7zXZ\0") }, "an archive itself (xz)")
]

const bomb = Buffer.alloc(5 * MiB)
const sizes: ReadonlyArray<Hostile> = [
  beside("a bomb", { data: bomb }, "100 times as large"),
  beside("a bomb that says it is small", { data: bomb, size: 100 }, "larger than the directory says"),
  beside("a file over 5 MiB", { data: Buffer.alloc(5 * MiB + 1), method: 0 }, "larger than 5 MiB"),
  [
    "a bomb of many entries",
    zip(Array.from({ length: 11 }, (_, n) => ({ name: `${n}`, data: Buffer.alloc(5 * MiB), method: 0 }))),
    "over 50 MiB once it is unpacked"
  ],
  [
    "more entries than it may have",
    zip(Array.from({ length: 2001 }, (_, n) => ({ name: `${n}` }))),
    "more than 2000 entries"
  ],
  beside("a wrong checksum", { crc: 1, local: {} }, "checksum is wrong"),
  beside("a wrong checksum of stored bytes", { crc: 1, method: 0 }, "checksum is wrong"),
  beside("a size that is too large", { size: text.length + 1 }, "smaller than the directory says"),
  beside("a size that is too small", { size: text.length - 1 }, "larger than the directory says"),
  beside(
    "a size of stored bytes that differs from the packed one",
    { method: 0, size: 1 },
    "larger than the directory says"
  ),
  beside("packed bytes that end early", { packed: packed.subarray(0, -4) }, "cannot be unpacked"),
  beside("packed bytes that are not deflated", { packed: Buffer.alloc(20, 0xff) }, "cannot be unpacked"),
  beside(
    "bytes behind the end of what is packed",
    { packed: Buffer.concat([packed, latin1("hidden")]) },
    "bytes after its content"
  ),
  beside(
    "many bytes behind the end of what is packed",
    { packed: Buffer.concat([packed, Buffer.alloc(300_000, 65)]) },
    "bytes after its content"
  ),
  beside("ZIP64 that says another size", { size: 0xffff_ffff, extra: field(1, eight(5)) }, "uses ZIP64"),
  beside("ZIP64 that says nothing", { size: 0xffff_ffff, extra: field(1, latin1("")) }, /ZIP64|cannot be read/i),
  beside("ZIP64 that says the same", { extra: field(1, eight(text.length)) }, "uses ZIP64"),
  beside("ZIP64 in the header alone", { local: { extra: field(1, eight(5)) } }, "contradicts the directory"),
  beside("a size of 4 GiB", { size: 0xffff_ffff }, "larger than 5 MiB"),
  beside(
    "an extra field that is cut off",
    { extra: latin1("\x01\x00\xff\xff") },
    /cannot be read at the entry after \\?"index.html/
  )
]

const places: ReadonlyArray<Hostile> = [
  beside("another name in its header", { local: { name: "b.txt" } }, "contradicts the directory"),
  beside("another method in its header", { local: { method: 0 } }, "contradicts the directory"),
  beside("other flags in its header", { local: { flags: 0 } }, "contradicts the directory"),
  beside("another checksum in its header", { local: { crc: 5 } }, "contradicts the directory"),
  beside("another size in its header", { local: { size: 5 } }, "contradicts the directory"),
  beside(
    "no checksum and no sizes, and no descriptor",
    { local: { crc: 0, size: 0, packedSize: 0 } },
    "contradicts the directory"
  ),
  beside("a descriptor that is missing", { flags: 0x808 }, "bytes that belong to no entry"),
  beside(
    "a descriptor that lies",
    { descriptor: descriptorOf(Buffer.from("other"), packed) },
    "bytes that belong to no entry"
  ),
  beside(
    "a descriptor that lies without its signature",
    { descriptor: descriptorOf(text, text, "") },
    "bytes that belong to no entry"
  ),
  beside(
    "a descriptor of another signature",
    { descriptor: descriptorOf(text, packed, "PK\x07\x09") },
    "bytes that belong to no entry"
  ),
  beside(
    "a descriptor of ZIP64",
    {
      descriptor: Buffer.concat([
        latin1("PK\x07\x08"),
        descriptorOf(text, packed, "").subarray(0, 4),
        eight(packed.length),
        eight(text.length)
      ])
    },
    "bytes that belong to no entry"
  ),
  [
    "bytes between entries",
    zip([page, { name: "b", before: latin1("hidden") }]),
    "bytes that belong to no entry",
    "index.html"
  ],
  [
    "a program before the first entry",
    zip([{ ...page, before: latin1("MZ") }]),
    "bytes before its first entry",
    "index.html"
  ],
  [
    "two entries of one place",
    zip([page, { ...page, name: "b.html", offset: 0 }]),
    /overlaps another one|does not say/
  ],
  [
    "an entry within another one",
    zip([
      { name: "a", data: zip([{ name: "b" }]), method: 0 },
      { name: "b", offset: 31 }
    ]),
    /overlaps another one/,
    "a"
  ],
  ["an entry in the directory", zip([page], { start: 10 }), /cannot be read|contradicts its directory/],
  ["an entry behind the archive", zip([page, { name: "b", offset: 0xffff_fff0 }]), "bytes that belong to no entry"],
  ended("bytes before the directory", { beforeDirectory: latin1("hidden") }, "bytes that belong to no entry"),
  ended("bytes between directory and end", { beforeEnd: latin1("hidden") }, "between its directory and its end"),
  ended(
    "a directory of ZIP64",
    { beforeEnd: Buffer.concat([latin1("PK\x06\x06"), Buffer.alloc(52), latin1("PK\x06\x07"), Buffer.alloc(16)]) },
    /zip archive that can be read|between its directory/
  ),
  ended("bytes after its end", { after: latin1("x") }, "is not a zip archive that can be read"),
  ended(
    "a second archive after its end",
    { after: zip([{ name: "b" }]) },
    /contradicts its directory|cannot be read|before its first/
  ),
  ended("a comment that is longer than it says", { comment: latin1("ab"), commentLength: 1 }, "is not a zip archive"),
  ended(
    "a second end in its comment",
    { comment: latin1("PK\x05\x06 and more than 22 bytes of it") },
    "is not a zip archive"
  ),
  ended(
    "a second, true end in its comment",
    { comment: zip([]) },
    /between its directory|holds no file|contradicts its directory/
  ),
  beside("a second end in an entry's comment", { comment: latin1("PK\x05\x06") }, "a second end"),
  beside("a second end in an extra field", { extra: field(0x9999, latin1("PK\x05\x06")) }, "a second end"),
  ended("fewer entries than there are", { count: 0 }, /between its directory|holds no file/),
  ended("more entries than there are", { count: 2 }, "cannot be read at the entry after"),
  ended("another count for this disk", { countHere: 0 }, "contradicts its directory"),
  ended("another size of its directory", { size: 1 }, "contradicts its directory"),
  ended("another disk", { disk: 1 }, "is not a zip archive that can be read"),
  ["no entry", zip([]), "holds no file"],
  ["folders alone", zip([{ name: "a/" }]), "holds no file"],
  ["nothing", latin1(""), "is not a zip archive that can be read"],
  ["half an archive", zip([page]).subarray(0, 40), "is not a zip archive that can be read"],
  ["another format", gzipSync("x"), "is not a zip archive that can be read"]
]

export const hostile: ReadonlyArray<Hostile> = [...names, ...kinds, ...sizes, ...places]

/** Archives that look odd and hurt nobody. */
export const harmless: ReadonlyArray<readonly [what: string, bytes: Buffer, files: number]> = [
  ["stored and deflated files", zip([page, { name: "a/b.css", data: text, method: 0 }]), 2],
  [
    "folders of their own",
    zip([
      { name: "a/", mode: 0o040755 },
      { name: "a/b", mode: 0o100644 }
    ]),
    1
  ],
  ["a folder that is packed", zip([page, { name: "a/", method: 8 }]), 1],
  [
    "descriptors, as streams write them",
    zip([
      { ...page, descriptor: true },
      { name: "b", data: text, descriptor: true }
    ]),
    2
  ],
  [
    "a descriptor without its signature",
    zip([{ name: "b", data: text, descriptor: descriptorOf(text, packed, "") }, page]),
    2
  ],
  ["a comment", zip([page], { comment: latin1("made by hand") }), 1],
  ["names beyond ASCII", zip([{ name: "città/è bella/日本.html", data: "x" }]), 1],
  [
    "times in extra fields",
    zip([
      { ...page, extra: field(0x5455, latin1("\x03abcdefgh")), local: { extra: field(0x5455, latin1("\x03abcd")) } }
    ]),
    1
  ],
  ["the same name as well", zip([{ ...page, extra: unicodePath("index.html") }]), 1],
  ["names that every object has", zip([{ name: "__proto__/constructor" }, { name: "toString" }]), 2],
  ["a small file that packs well", zip([{ name: "a", data: Buffer.alloc(60_000) }]), 1],
  [
    "as many entries as it may have",
    zip(Array.from({ length: 2000 }, (_, n) => ({ name: `${n}.txt`, data: `${n}` }))),
    2000
  ],
  [
    "as many bytes as it may have",
    zip(Array.from({ length: 10 }, (_, n) => ({ name: `${n}`, data: Buffer.alloc(5 * MiB), method: 0 }))),
    10
  ]
]
