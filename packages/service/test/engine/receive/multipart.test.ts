import { expect, it } from "vitest"
import { boundaryOf, PartsReader } from "../../../src/engine/receive/multipart.ts"

it("reads a part wherever its bytes are parted", () => {
  const body = Buffer.from(
    `preamble\r\n--B  \r\ncontent-disposition: form-data; name="te%22xt"; x=y\r\nX: y\r\n\r\n\r\n--\r\n--B--after`
  )
  expect(boundaryOf('multipart/form-data; charset=utf-8; Boundary="B"')).toBe("B")
  for (let size = 1; size <= body.length; size++) {
    let read = ""
    const content = { data: (piece: Buffer) => void (read += piece), end: () => void (read += "</>") }
    const begin = (name: string) => {
      read += `<${name}>`
      return content
    }
    const reader = new PartsReader("B", { begin, isOver: () => false })
    for (let at = 0; at < body.length; at += size) expect(reader.push(body.subarray(at, at + size))).toBeUndefined()
    expect([reader.end(), read]).toEqual([undefined, '<te"xt>\r\n--</>'])
  }
})
