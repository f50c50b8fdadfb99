/** The pages that people drew, each loaded when it is first shown, and cells of lists, loaded at once. Other pages follow from the contract. */
import { cells } from "../coupon/cells.tsx"
import type { Pages } from "../fold/area.ts"
import { useCells } from "../giftcards/cells.ts"
import type { Cells } from "../list/table.tsx"
import { type Lazy, lazy } from "../page/lazy.tsx"

/** What is drawn of an area: its list, the page of an entry, the page that makes one, or several of them. */
export interface Drawn {
  readonly list?: Lazy<{ readonly pages: Pages }>
  readonly entry?: Lazy<{ readonly pages: Pages; readonly entry: string }>
  readonly create?: Lazy<object>
  /** How the list that follows from the contract draws the values of some columns. */
  readonly useCells?: () => Cells
}

/** By area. */
export const drawn: Readonly<Partial<Record<string, Drawn>>> = {
  customers: { entry: lazy(async () => (await import("../customers/page.tsx")).CustomerPage) },
  giftcards: { useCells, entry: lazy(async () => (await import("../giftcards/page.tsx")).GiftCardPage) },
  orders: { entry: lazy(async () => (await import("../orders/page.tsx")).OrderPage) },
  products: {
    entry: lazy(async () => (await import("../product/product.tsx")).Product),
    create: lazy(async () => (await import("../product/product.tsx")).NewProduct)
  },
  categories: { list: lazy(async () => (await import("../categories/categories.tsx")).Categories) },
  coupons: {
    useCells: () => cells,
    entry: lazy(async () => (await import("../coupon/coupon.tsx")).Coupon),
    create: lazy(async () => (await import("../coupon/new.tsx")).NewCoupon)
  },
  inventory: {
    list: lazy(async () => (await import("../stock/levels.tsx")).Levels),
    entry: lazy(async () => (await import("../stock/level.tsx")).Level)
  },
  ledger: { list: lazy(async () => (await import("../stock/ledger.tsx")).Ledger) },
  requests: {
    list: lazy(async () => (await import("../requests/requests.tsx")).Requests),
    entry: lazy(async () => (await import("../requests/request.tsx")).Request)
  },
  webhooks: {
    list: lazy(async () => (await import("../webhooks/webhooks.tsx")).Webhooks),
    entry: lazy(async () => (await import("../webhooks/webhook.tsx")).Webhook)
  },
  realtime: { list: lazy(async () => (await import("../webhooks/realtime.tsx")).Realtime) },
  follow: { list: lazy(async () => (await import("../webhooks/events.tsx")).Events) },
  keys: {
    list: lazy(async () => (await import("../keys/keys.tsx")).Keys),
    entry: lazy(async () => (await import("../keys/key.tsx")).Key)
  },
  faults: { list: lazy(async () => (await import("../workbench/faults.tsx")).Faults) },
  clock: { list: lazy(async () => (await import("../workbench/clock.tsx")).Clock) },
  emails: {
    list: lazy(async () => (await import("../mails/templates.tsx")).Templates),
    entry: lazy(async () => (await import("../mails/template.tsx")).TemplatePage)
  },
  mail: { entry: lazy(async () => (await import("../mails/mail.tsx")).MailPage) },
  legal: { list: lazy(async () => (await import("../mails/legal.tsx")).Legal) },
  snapshots: { list: lazy(async () => (await import("../workbench/snapshots.tsx")).Snapshots) }
}
