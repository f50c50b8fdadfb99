/** The address that is shown, and links to others. */
import { computed, signal } from "@preact/signals"
import { shop } from "../call/session.ts"
import { type Address, addressIn, fragmentOf } from "./address.ts"

const nowhere: Address = { shop: undefined, path: [], query: {} }
const current = signal(addressIn(location.hash) ?? nowhere)
/** The address that is shown. */
export const address = computed(() => current.value)

addEventListener("hashchange", () => {
  current.value = addressIn(location.hash) ?? nowhere
})

/** The link to a page of the shop that is shown. */
export const linkTo = (path: ReadonlyArray<string>, query: Address["query"] = {}): string =>
  fragmentOf({ shop: shop.value?.id, path, query })

/** Shows a page. */
export const go = (path: ReadonlyArray<string>, query: Address["query"] = {}): void => {
  location.hash = linkTo(path, query)
}

/** Shows a page in the place of this one, to which the browser's history does not return. */
export const goInstead = (path: ReadonlyArray<string>, query: Address["query"]): void => {
  history.replaceState(null, "", linkTo(path, query))
  current.value = { shop: shop.value?.id, path, query }
}

/** Changes the query of this page, without an entry of its own in the browser's history. */
export const replaceQuery = (query: Address["query"]): void => goInstead(current.value.path, query)

/** Shows the same kind of page of another shop. */
export const showShop = (id: string): void => {
  location.hash = fragmentOf({ shop: id, path: current.value.path.slice(0, 1), query: {} })
}
