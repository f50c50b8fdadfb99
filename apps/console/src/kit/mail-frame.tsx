/**
 * A mail as its reader sees it, in a frame without scripts. The page's policy allows no inline style and no other server; so the
 * styles are set through the object model, and pictures of other servers are left out.
 */
import { useEffect, useRef } from "preact/hooks"
import { base } from "../call/client.ts"

interface Properties {
  readonly title: string
  readonly html: string
}

export const MailFrame = ({ html, title }: Properties) => {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!inner) return
    draw(inner, html)
    frame.current!.style.height = `${inner.documentElement.scrollHeight + 2}px`
  }, [html])
  // The frame has no scripts of its own; the origin lets this page draw in it.
  return <iframe ref={frame} class="mail" title={title} sandbox="allow-same-origin" />
}

/** The frame has neither scripts nor forms, so that its text cannot act. */
const policy = (
  globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: object) => { createHTML: (text: string) => string } }
  }
).trustedTypes?.createPolicy("mail", { createHTML: (text: string) => text })

const draw = (inner: Document, html: string): void => {
  // Both expressions read each character once, whatever the mail has.
  const inert = html.replaceAll(/<(\/?)style\b/gi, "<$1x-style").replaceAll(/<[a-z][^<>]*>/gi, withoutInline)
  const read = new DOMParser().parseFromString(policy?.createHTML(inert) ?? inert, "text/html")
  for (const one of read.querySelectorAll("script, x-style, link, meta, base, iframe, object, embed, form"))
    one.remove()
  for (const one of read.querySelectorAll("*"))
    for (const name of ["srcset", "background", "href"]) one.removeAttribute(name)
  for (const image of read.querySelectorAll("img"))
    if (!isOwn(image.getAttribute("src") ?? "")) image.removeAttribute("src")
  inner.body.replaceWith(inner.adoptNode(read.body))
  inner.documentElement.lang = read.documentElement.lang
  for (const one of inner.querySelectorAll<HTMLElement>("[data-style]"))
    one.style.cssText = withoutAddresses(one.dataset["style"] ?? "")
}

/** The policy of the page is the parsed document's too, and refuses these where they are parsed. */
const withoutInline = (tag: string): string =>
  tag.replaceAll(/[\s"'/](?:style|on\w+)\s*=/gi, (one) => ` data-${one.slice(1)}`)

const isOwn = (address: string): boolean => address.startsWith(`${base}/`) || address.startsWith("data:image/")

const withoutAddresses = (style: string): string => style.replaceAll(/url\([^)]*\)/gi, "none")
