/**
 * What restricted HTML may hold: a fixed list of tags and attributes, which lay out text and hold links, pictures and tables,
 * but no scripts, styles, forms or frames. See docs/decisions/0381.
 */
import sanitize from "sanitize-html"

/** The cleaned HTML, or what is wrong with what was sent, as the end of a sentence about the parameter. */
export type Cleaned = { readonly html: string } | { readonly wrong: string }

/** How deep elements may nest. The parser takes quadratic time in the depth, which this keeps small. */
export const maxDepth = 250

/** The most bytes of cleaned HTML: as many as a parameter may have, so that what is read can be sent again. */
export const maxCleanedBytes = 1024 * 1024

/** Removes what restricted HTML may not hold, and closes what is open. */
export const cleaned = (html: string): Cleaned => {
  let depth = 0
  const onOpenTag = () => {
    if (++depth > maxDepth) throw new TooDeep()
  }
  const onCloseTag = () => void depth--
  try {
    const clean = sanitize(html, { ...allowed, onOpenTag, onCloseTag })
    if (Buffer.byteLength(clean) <= maxCleanedBytes) return { html: clean }
    return { wrong: `is longer than ${maxCleanedBytes} bytes once it is cleaned` }
  } catch (error) {
    if (error instanceof TooDeep) return { wrong: `nests more than ${maxDepth} elements` }
    throw error
  }
}

class TooDeep extends Error {}

const cell = ["colspan", "rowspan"]

const allowed: sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "br", "hr", "blockquote", "pre", "code"],
    ...["b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "a", "img", "figure", "figcaption"],
    ...["ul", "ol", "li", "dl", "dt", "dd"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"]
  ],
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "title", "width", "height"],
    th: cell,
    td: cell
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  parseStyleAttributes: false
}
