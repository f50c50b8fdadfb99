/**
 * What restricted HTML may contain: a fixed list of tags and attributes for formatting, links, pictures and tables, but
 * no scripts, styles, forms or frames. See docs/decisions/0250.
 */
import sanitize from "sanitize-html"
import { type Cleaned, maxCleanedBytes, maxDepth, maxTags, tagsIn } from "./limits.ts"

/** Removes what restricted HTML may not contain, and closes open elements. */
export const cleaned = (html: string): Cleaned => {
  if (tagsIn(html) > maxTags) return { wrong: `has more than ${maxTags} tags` }
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
    if (error instanceof TooDeep) return { wrong: `nests elements more than ${maxDepth} deep` }
    throw error
  }
}

class TooDeep extends Error {}

const cell = ["colspan", "rowspan"]

/**
 * Leaves out an address with comments. The sanitiser takes away one after the other, each in a copy of the whole address, and before
 * that everything that a browser passes over.
 */
const withoutComments =
  (name: string): sanitize.Transformer =>
  (tagName, attribs) => {
    const { [name]: address = "", ...others } = attribs
    return { tagName, attribs: comment.test(address) ? others : attribs }
  }
const comment = /<[\0- ]*![\0- ]*-[\0- ]*-/

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
  transformTags: { a: withoutComments("href"), img: withoutComments("src") },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  // The content of these elements is not text of the page. Without `iframe` here, each one would start a sanitiser of its own.
  nonTextTags: ["script", "style", "textarea", "option", "xmp", "iframe"],
  parseStyleAttributes: false
}
