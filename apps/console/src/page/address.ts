/**
 * Addresses of pages: `#/<shop>/<area>/<place>?<query>`. They are in the fragment, so that what is searched for reaches no log of
 * a server or a proxy, and the page works below any prefix.
 */

/** An address in its parts; the query's order is kept. */
export interface Address {
  readonly shop: string | undefined
  readonly path: ReadonlyArray<string>
  readonly query: Readonly<Record<string, string>>
}

/** The address in a fragment; undefined for any other fragment. */
export const addressIn = (fragment: string): Address | undefined => {
  if (!fragment.startsWith("#/")) return undefined
  const at = fragment.indexOf("?")
  const [shop = "", ...path] = (at < 0 ? fragment.slice(2) : fragment.slice(2, at)).split("/").map(decoded)
  const query = Object.fromEntries(new URLSearchParams(at < 0 ? "" : fragment.slice(at + 1)))
  return { shop: shop || undefined, path: path.filter((part) => part !== ""), query }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The fragment of an address. */
export const fragmentOf = ({ path, query, shop }: Address): string => {
  const search = new URLSearchParams(query).toString()
  return `#/${[shop ?? "", ...path].map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`
}

/** The code in a fragment that signs in. */
export const codeIn = (fragment: string): string | undefined => {
  const code = fragment.slice(1)
  return code === "" || code.startsWith("/") ? undefined : decoded(code)
}
