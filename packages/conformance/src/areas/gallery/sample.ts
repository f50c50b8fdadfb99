/** Pictures that suites upload, and what an address of the gallery names. */
import { createHash } from "node:crypto"
import { crc32, deflateSync } from "node:zlib"
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data])
  return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))])
}

/** A grey PNG that no other call makes; its header may claim other sides than it has. */
export const png = (side = 8, claimed = side): Buffer => {
  const shade = unique()
  const line = Buffer.alloc(side + 1, shade % 256)
  line[0] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Buffer.concat([uint32(claimed), uint32(claimed), Buffer.from([8, 0, 0, 0, 0])])),
    chunk("tEXt", Buffer.from(`Comment\0${shade}`)),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))),
    chunk("IEND", Buffer.alloc(0))
  ])
}
/** A file as the parameter carries it. */
export const base64 = (bytes: Buffer): string => bytes.toString("base64")
/** The digest by which a file is served. */
export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The parameters of the file that an address names. */
export const fileAt = (address: string) => {
  const [digest, shop] = new URL(address).pathname.split("/").reverse()
  return { shop: shop!, digest: digest! }
}
/** The path of an address. */
export const pathOf = (address: string): string => new URL(address).pathname

/** An image that is added to the gallery. */
export const added = ({ api }: Pick<Store, "api">): Promise<Shown> => api.gallery.create({ base64: base64(png()) })

/** An image as answers show it. */
export type Shown = Awaited<ReturnType<Store["api"]["gallery"]["create"]>>
