/** Recognises addresses of the web, in a time that grows with the text. */

/**
 * What stands between the scheme and the path, of at most 255 characters as a name of the DNS is (RFC 1035). Nothing is read twice: what
 * ends it is not in it.
 */
const form = /^https?:\/\/([^\s/?#\\]{1,255})(?:[/?#\\]\S*)?$/i
/** The maximum length of a part of a host, also that of a name of the DNS. */
const maxLabel = 63

/**
 * Whether a text is an http or https address. Its host is bounded before it is parsed: a platform converts each part of a host that is
 * not ASCII in a time that grows with its square, and a part may be as long as the text.
 */
export const isWebAddress = (text: string): boolean => {
  const labels = form.exec(text)?.[1]?.split(".")
  return labels?.every((label) => label.length <= maxLabel) === true && URL.canParse(text)
}
