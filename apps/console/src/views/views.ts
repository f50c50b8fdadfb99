/** The views there are, and where each area is in the menu. An area without a line here comes last, under its own name. */
import type { IconName } from "../kit/icons.tsx"
import type { Said } from "../words/words.ts"
import { coupons } from "./coupons.ts"
import { customers } from "./customers.ts"
import { giftcards } from "./giftcards.ts"
import { inventory } from "./inventory.ts"
import { ledger } from "./ledger.ts"
import { mail } from "./mail.ts"
import { orders } from "./orders.ts"
import { products } from "./products.ts"
import { requests } from "./requests.ts"
import type { AreaName, View } from "./view.ts"
import { webhooks } from "./webhooks.ts"

export const views: Readonly<Partial<Record<string, View>>> = {
  orders,
  products,
  giftcards,
  inventory,
  ledger,
  customers,
  coupons,
  requests,
  webhooks,
  mail
}

/** A heading of the menu. The areas after the first are shown below it. */
export interface Place {
  readonly icon: IconName
  readonly noun: Said
  readonly areas: ReadonlyArray<AreaName>
}

/** The menu of those who run the shop. */
export const shopPlaces: ReadonlyArray<Place> = [
  { icon: "orders", noun: { en: "Orders", it: "Ordini" }, areas: ["orders"] },
  {
    icon: "products",
    noun: { en: "Products", it: "Prodotti" },
    areas: ["products", "gallery", "variants", "categories", "brands", "attributes", "filters", "taxes"]
  },
  { icon: "stock", noun: { en: "Stock", it: "Magazzino" }, areas: ["inventory", "ledger"] },
  {
    icon: "customers",
    noun: { en: "Customers", it: "Clienti" },
    areas: ["customers", "addresses", "customergroups", "b2b", "giftcards"]
  },
  { icon: "coupons", noun: { en: "Coupons", it: "Coupon" }, areas: ["coupons"] },
  {
    icon: "content",
    noun: { en: "Content", it: "Contenuti" },
    areas: ["pages", "legal", "emails", "mail", "template"]
  },
  {
    icon: "settings",
    noun: { en: "Settings", it: "Impostazioni" },
    areas: ["store", "shops", "payments", "storelocator", "countries", "people"]
  }
]

/** The menu of those who write its clients. */
export const workbenchPlaces: ReadonlyArray<Place> = [
  { icon: "requests", noun: { en: "Requests", it: "Richieste" }, areas: ["requests"] },
  { icon: "webhooks", noun: { en: "Webhooks", it: "Webhook" }, areas: ["webhooks", "realtime", "follow"] },
  { icon: "keys", noun: { en: "Keys", it: "Chiavi" }, areas: ["keys", "throttle"] },
  { icon: "faults", noun: { en: "Faults", it: "Guasti" }, areas: ["faults"] },
  { icon: "clock", noun: { en: "Clock", it: "Orologio" }, areas: ["clock"] },
  { icon: "snapshots", noun: { en: "Snapshots", it: "Istantanee" }, areas: ["snapshots"] }
]
