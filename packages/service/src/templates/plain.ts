/** The text part of a mail, made from its HTML for programs that show none. */
import { convert, type HtmlToTextOptions } from "html-to-text"

/** The text of HTML: links with their addresses, no pictures, lines of at most 78 characters. */
export const plainText = (html: string): string => convert(html, options)

const heading = { uppercase: false }

const options: HtmlToTextOptions = {
  wordwrap: 78,
  limits: { maxDepth: 100 },
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"] } },
    { selector: "img", format: "skip" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: heading }))
  ]
}
