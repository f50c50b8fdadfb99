/** Zip archives that suites upload: files that are stored as they are. */
import { crc32 } from "node:zlib"

/** An archive of these files, by their paths. */
export const zipOf = (files: Readonly<Record<string, string>>): Buffer => {
  const [entries, directory]: [Array<Buffer>, Array<Buffer>] = [[], []]
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)]
    const header = headerOf(name, data)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.from("PK\x03\x04"), header, name, data)
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), header, place, name)
    offset += 4 + header.length + name.length + data.length
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  const directoryBytes = Buffer.concat(directory)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...entries, directoryBytes, Buffer.from("PK\x05\x06"), end])
}

/** What a file's header and its line in the directory have in common. */
const headerOf = (name: Buffer, data: Buffer): Buffer => {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(0x800, 2)
  header.writeUInt32LE(crc32(data), 10)
  header.writeUInt32LE(data.length, 14)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

/** The same as the file of a form. */
export const archiveOf = (files: Readonly<Record<string, string>>): File =>
  new File([new Uint8Array(zipOf(files))], "template.zip", { type: "application/zip" })
