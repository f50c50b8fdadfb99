/**
 * Reads numbers from their text. Rounding works on the decimal digits, so no binary number loses any before it.
 */

/** A number, or the end of a sentence that says why the text is not one. */
export type Numeric = number | string

/** Reads a whole number of up to fifteen digits; ignores blanks around it. */
export const readInt = (sent: string): Numeric => {
  const text = sent.trim()
  // Adding 0 turns `-0` into the 0 that JSON prints.
  if (/^-?\d{1,15}$/.test(text)) return Number(text) + 0
  if (/^-?\d+$/.test(text)) return "must be a whole number with at most 15 digits"
  return shape.test(text)
    ? "must be a whole number, without a point and without an exponent"
    : "must be a whole number, in digits"
}

/** Reads a decimal between -10^12 and 10^12, rounded half away from zero to its first fifteen digits. */
export const readDecimal = (sent: string): Numeric => {
  const text = sent.trim()
  // A binary number holds fifteen decimal digits exactly.
  if (text.length <= 15 && /^-?\d{1,12}(?:\.\d+)?$/.test(text)) return Number(text) + 0
  const [found, sign, whole = "", fraction = "", exponent = "0"] = shape.exec(text) ?? []
  if (found === undefined) return wrongShape(text)
  if (whole.length > 12) return tooLarge
  if (fraction.length > 40) return "must have at most 40 digits after the point"
  if (exponent.replace(/^[+-]/, "").length > 3) return "must have an exponent with at most 3 digits"
  const digits = `${whole}${fraction}`.replace(/^0+/, "")
  const size = rounded(digits, Number(exponent) - fraction.length)
  return size >= 10 ** 12 ? tooLarge : sign === "-" ? 0 - size : size
}

/** A number's decimal digits without an exponent: 0.0000001, where a program prints 1e-7. */
export const plainText = (value: number): string => {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (exponent === undefined) return String(value)
  const digits = `${whole}${fraction}`
  const point = whole.length + Number(exponent)
  return point <= 0
    ? `${sign}0.${"0".repeat(-point)}${digits}`
    : `${sign}${digits.slice(0, point).padEnd(point, "0")}${point < digits.length ? `.${digits.slice(point)}` : ""}`
}

const shape = /^(-)?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const tooLarge = "must be less than 10^12, with at most 12 digits before the point"

/** `digits` × 10^`scale`. A result too close to 0 to keep fifteen digits becomes 0. */
const rounded = (digits: string, scale: number): number => {
  const over = Math.max(0, digits.length - 15)
  const first = Number(digits.slice(0, 15)) + (over > 0 && digits.charAt(15) >= "5" ? 1 : 0)
  const size = Number(`${first}e${scale + over}`)
  return size < 1e-290 ? 0 : size
}

const wrongShape = (text: string): string => {
  if (/^-?\d*,\d+$/.test(text)) return "must be a number with a point, and not a comma, before its decimals"
  if (/^-?(\.\d+|\d+\.)$/.test(text)) return "must be a number with a digit before and after the point"
  return "must be a number, such as 12.5"
}
