/** Decodes percent-encoded text of a form in linear time, whatever the text contains. */

/** Decodes a text; `undefined` if it is not well-formed. */
export const decoded = (text: string): string | undefined => {
  if (!/[%+]/.test(text)) return text
  if (text.length > maxCharsBuiltIn) return decodedBytes(text)
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** Longer texts are decoded as bytes: `replaceAll` takes a hundred times as long for a long run of plus signs. */
const maxCharsBuiltIn = 4096

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

/** The value of each byte as a hex digit; 0x100 for any other byte, so that a result above 0xff shows a wrong digit. */
const digits = new Uint16Array(256).fill(0x100)
for (const digit of "0123456789abcdefABCDEF") digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
