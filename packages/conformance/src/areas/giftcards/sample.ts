/** Shared parts of the suite of gift cards: where a balance and its ledger are seen. */
import type { Store } from "../../surface.ts"

/** The balance that the list shows of a user's gift card; `undefined` without one. */
export const balanceOf = async ({ reader }: Pick<Store, "reader">, userUID: number) =>
  (await reader.giftcards.list()).find((card) => card.userUID === userUID)?.amount

/** The entries of a user's gift card, newest first. */
export const entriesOf = ({ operator, shop }: Store, userUID: number) =>
  operator.giftcards.ledger({ shop: shop.id, userUID, limit: 1000 })
