/** A customer as their page reads them: all that the shop stores of one person. */

export interface Customer {
  readonly id: string
  readonly fullname: string
  readonly email: string
  readonly phone?: string
  readonly mobile?: string
  readonly website?: string
  readonly address?: string
  readonly zip?: string
  readonly city?: string
  readonly state?: string
  readonly country?: string
  readonly code?: string
  readonly userUID: number
  readonly accountType: string
}

/** What is beside that in the stored document. */
interface Stored extends Customer {
  readonly note?: string
  readonly tags?: ReadonlyArray<string>
  readonly custom_fields?: Readonly<Record<string, unknown>>
  readonly accept_marketing?: boolean
  readonly created?: number
  readonly last_login?: number | null
}

export interface PersonsOrder {
  readonly orderID: string
  readonly short_id: string
  readonly total: number
  readonly status: number
  readonly currency: string
  readonly orderDate: { readonly sec: number }
  readonly cart: { readonly couponCode: string; readonly saleAmount: number }
}

/** The documents by their kind, as the export has them. */
export interface PersonalData {
  readonly customers?: ReadonlyArray<Stored>
  readonly orders?: ReadonlyArray<PersonsOrder>
  readonly addresses?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly consents?: ReadonlyArray<unknown>
  readonly coupon_uses?: ReadonlyArray<unknown>
  readonly gift_cards?: ReadonlyArray<{ readonly userUID: number; readonly amount: number }>
  readonly mail?: ReadonlyArray<unknown>
}

/** An entry of the history of consents. */
export interface ConsentEntry {
  readonly accept_marketing: boolean
  readonly key: string | null
  readonly ip: string
  readonly ts: number
}

/** Orders that were given up are no turnover. */
export const spentIn = (orders: ReadonlyArray<PersonsOrder>): number =>
  orders.reduce((sum, { status, total }) => (status === 6 || status === 7 ? sum : sum + total), 0)
