/** Numbers as people type them. */

/**
 * A number as it is sent: many people type a comma before the decimals. One before three digits may separate thousands, so the
 * server refuses it.
 */
export const numberOf = (text: string): string => {
  const trimmed = text.trim()
  return /^-?[1-9]\d{0,2},\d{3}$/.test(trimmed) ? trimmed : trimmed.replace(/^(-?\d+),(\d+)$/, "$1.$2")
}
