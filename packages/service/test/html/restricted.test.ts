/** What is left of restricted HTML, however it was made. */
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { maxCleanedBytes, maxDepth, maxTags } from "../../src/html/limits.ts"
import { cleaned } from "../../src/html/restricted.ts"

/** Counts what the sanitiser is given: texts, and the elements that it opens in them. */
const work = vi.hoisted(() => ({ texts: 0, opened: 0 }))
vi.mock("sanitize-html", async (original) => {
  const { default: sanitize } = await original<{ readonly default: typeof import("sanitize-html") }>()
  return {
    default: (html: string, options: import("sanitize-html").IOptions) => {
      work.texts++
      const onOpenTag: typeof options.onOpenTag = (...open) => {
        work.opened++
        options.onOpenTag?.(...open)
      }
      return sanitize(html, { ...options, onOpenTag })
    }
  }
})

const htmlOf = (html: string): string => {
  const result = cleaned(html)
  return "html" in result ? result.html : expect.fail(result.wrong)
}

/** Every tag of cleaned HTML: none may have an attribute, or an address, that is not allowed. */
const tag =
  /<\/?(?:h[1-6]|p|div|span|br|hr|blockquote|pre|code|b|strong|i|em|u|s|small|su[bp]|a|img|figure|figcaption|[uod]l|li|d[td]|table|caption|t(?:head|body|foot|r|h|d))(?: (?:href|src)="(?!\s*(?:javascript|data|vbscript):)[^"<>]*"| (?:title|alt|width|height|colspan|rowspan)="[^"<>]*")*(?: \/)?>/g

describe("restricted HTML", () => {
  const parts = fc.constantFrom(
    ...["<p>", "</p>", "<b", "<a href=", '"javascript:alert(1)"', "'https://a.example'", ">", "<", "</", "<!--", "-->"],
    ...[
      "<script>",
      "</script>",
      "<svg>",
      "<math>",
      "<style>",
      "<img src=x onerror=y>",
      "<![CDATA[",
      "]]>",
      "&lt;",
      "&"
    ],
    ...["&#x3c;script&#x3e;", "<title>", "</title>", "<textarea>", "<noscript>", "<x", "/", "=", '"', "'", " ", "a"],
    ...[
      "<table>",
      "<td colspan=2>",
      "<iframe srcdoc='<b>'>",
      "java\tscript:",
      "\0",
      "é",
      "<plaintext>",
      "<li>",
      "<template>"
    ]
  )
  const html = fc.array(fc.oneof(parts, fc.string({ maxLength: 4 })), { maxLength: 40 }).map((list) => list.join(""))

  it("has allowed tags and attributes only", () => {
    fc.assert(
      fc.property(html, (html) => {
        expect(htmlOf(html).replace(tag, "")).not.toMatch(/[<>]/)
      }),
      { numRuns: 2000 }
    )
  })

  const character = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

  it("keeps text without markup as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (any) => {
        const text = any.replaceAll(/[<>&]/g, "")
        expect(htmlOf(text)).toBe(text)
      })
    )
  })
})

describe("HTML that is made to take long", () => {
  const MiB = 1024 * 1024
  const filled = (part: string) => part.repeat(Math.floor(MiB / part.length))
  const many = { wrong: `has more than ${maxTags} tags` }
  const deep = { wrong: `nests elements more than ${maxDepth} deep` }
  const long = { wrong: `is longer than ${maxCleanedBytes} bytes once it is cleaned` }

  it.each(["<x>", "<div>", "<b>", "<svg>", "<table><tr><td>", "<script><b>", "<math><mi>"])(
    "is refused for its depth: %s",
    (part) => {
      expect(cleaned(part.repeat(maxDepth + 1))).toEqual(/<script/.test(part) ? { html: "" } : deep)
      expect(cleaned(part.repeat(5000))).toEqual(/<script/.test(part) ? { html: "" } : deep)
    }
  )

  it("is taken up to the greatest depth", () => {
    const nested = `${"<div>".repeat(maxDepth)}${"</div>".repeat(maxDepth)}`
    expect(cleaned(nested)).toEqual({ html: nested })
    expect(cleaned(`<div>${nested}</div>`)).toEqual(deep)
  })

  it.each(["&", ">"])("is refused for what cleaning makes of it: %s", (part) => {
    expect(cleaned(part.repeat(600_000))).toEqual(long)
  })

  it.each([
    ["cells of nested tables", `${"<table><tr><td>".repeat(80)}${filled("<td>")}`],
    ["lists", `${"<ul><li>".repeat(120)}${filled("<li>")}`],
    ["paragraphs deep down", `${"<div>".repeat(249)}${filled("<p>x")}`],
    ["elements that are closed", filled("<b></b>")],
    ["ends of what was not begun", filled("</p>")],
    ["frames, each with a page of its own", filled("<iframe><b></iframe>")],
    ["signs", filled("<")],
    ["attributes that do not end", filled('<a href="')],
    ["comments that do not end", filled("<!-- ")]
  ])("is refused before it is parsed: %s", (_, html) => {
    work.texts = 0
    expect(cleaned(html)).toEqual(many)
    expect(work.texts).toBe(0)
  })

  it.each(["<td>", "<p>x", "</p>", "<iframe><b></iframe>", "<b></b>", "<svg>", "<a href='"])(
    "opens at most an element for each tag, of as many as there may be: %s",
    (part) => {
      const tags = part.split("<").length - 1
      work.opened = 0
      expect(cleaned(part.repeat(maxTags / tags))).not.toEqual(many)
      expect(work.opened).toBeLessThanOrEqual(maxTags)
    }
  )

  it("begins no sanitiser for what a frame holds", () => {
    expect(cleaned("a<iframe><p>b</p></iframe>c")).toEqual({ html: "ac" })
  })

  it("has no address with comments, each of which would be taken away in a copy of the whole", () => {
    const copied = vi.spyOn(String.prototype, "substring")
    const address = `https://a.example/${"<!---->".repeat(1000)}<\n!-\t-a-->`
    const kept = '<a title="b">c</a><img alt="d" /><a href="https://a.example/?a&lt;b" title="e">f</a>'
    const copies = () => copied.mock.contexts.filter((text) => String(text).startsWith("https://a.example/<")).length
    const html = `<a href="${address}" title="b">c</a><img src="${address}" alt="d"><a href="https://a.example/?a<b" title="e">f</a>`
    expect(cleaned(html)).toEqual({ html: kept })
    expect(copies()).toBe(0)
    copied.mockRestore()
  })

  it.each([
    ["attributes", `<a ${filled('a="b" ')}>x</a>`, "<a>x</a>"],
    ["different attributes", `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}`).join(" ")}>x</a>`, "<a>x</a>"],
    ["an attribute that does not end", `<a href="${filled("a")}`, ""],
    ["a comment that does not end", `<!-- ${filled("-- ")}`, ""]
  ])("is cleaned: %s", (_, html, kept) => {
    expect(cleaned(html)).toEqual({ html: kept })
  })
})
