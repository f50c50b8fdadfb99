/** The attributes of variants, such as colour and size: their values in the catalogue, images, galleries and translations. */
import { area } from "../contract/area.ts"
import { collections } from "./variants/document.ts"
import { endpoints } from "./variants/endpoints.ts"

export * from "./variants/document.ts"
export type { ShownVariant, TranslatedValue, VariantTranslations } from "./variants/endpoints.ts"
export * from "./variants/rules.ts"

export const variants = area({ endpoints, collections, checks: [], events: {} })
