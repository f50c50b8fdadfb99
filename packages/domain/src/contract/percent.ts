/** Reads percent-encoded text of a form in time that grows with its length alone, whatever it is made of. */

/** The text that was encoded; `undefined` where it is not well-formed. */
export const decoded = (text: string): string | undefined => {
  if (!/[%+]/.test(text)) return text
  if (text.length > mostAtOnce) return decodedBytes(text)
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** For longer texts, `replaceAll` takes a hundred times as long as this when they are made of plus signs. */
const mostAtOnce = 4096

const plus = 0x2b
const percent = 0x25
const space = 0x20

const decodedBytes = (text: string): string | undefined => {
  if (!text.isWellFormed()) return undefined
  const bytes = new TextEncoder().encode(text)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    let byte = bytes[index]!
    if (byte === plus) byte = space
    else if (byte === percent) {
      byte = (digits[bytes[index + 1] ?? 0]! << 4) | digits[bytes[index + 2] ?? 0]!
      if (byte > 0xff) return undefined
      index += 2
    }
    bytes[length++] = byte
  }
  try {
    return utf8.decode(bytes.subarray(0, length))
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** What each byte is as a hex digit; of another it is a number that no two digits make. */
const digits = new Uint16Array(256).fill(0x100)
for (const digit of "0123456789abcdefABCDEF") digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
