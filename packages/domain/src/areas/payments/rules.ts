/** The rules of external payments: what their addresses may be, where a buyer is sent, and when they end. All are pure. */
import type { Payment } from "./document.ts"

/** The part of a callback_url that stands for the id of an order. */
export const orderPlaceholder = "{orderid}"

/** The maximum lengths of the texts of an authorization, in characters. */
export const paymentBounds = { labelCharacters: 255, urlCharacters: 2048 }

/** The address to which the buyer of an order is sent. */
export const redirectUrl = ({ callback_url }: Pick<Payment, "callback_url">, orderID: string): string =>
  callback_url.replaceAll(orderPlaceholder, () => encodeURIComponent(orderID))

/** Whether an address has the placeholder, and not in its host or port, which an order must not choose. */
export const hasPlaceholder = (callback_url: string): boolean => {
  if (!callback_url.includes(orderPlaceholder)) return false
  const filled = URL.parse(redirectUrl({ callback_url }, "1_0"))
  return filled !== null && filled.origin === URL.parse(callback_url)?.origin
}

/**
 * Whether an address leads where it seems to lead. It has no user name or password, even an empty one; no backslash,
 * which browsers read as a slash; and no control characters, because bidi marks display an address in another order.
 */
export const isPlainAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return false
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  return authority !== undefined && !authority.includes("@") && !/[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
}

/** Whether a payment can be used at an instant, in unix seconds: it ends when its key set expires. */
export const isOpen = ({ expires }: Pick<Payment, "expires">, now: () => number): boolean =>
  expires === null || expires > now()
