/** What the built-in texts of the mails say in one language. Everything is Liquid and plain text, which HTML shows as it is. */
import type { MessageType } from "@bottega/domain/areas/emails"

/** What one mail says. */
interface Said {
  readonly subject: string
  readonly title: string
  /** The paragraphs after the greeting. */
  readonly says: ReadonlyArray<string>
}

/** The words of one language. */
export interface Words {
  readonly language: string
  /** The greeting of the customer, with a name and without one. */
  readonly greeting: { readonly named: string; readonly unnamed: string }
  readonly mails: Readonly<Record<MessageType, Said>>
  /** What follows a label on its line. */
  readonly colon: string
  /** The order and its day. */
  readonly order: string
  /** How many lines more an order has than are shown. */
  readonly more: string
  readonly shipping: string
  readonly payment: string
  readonly discount: string
  readonly total: string
  readonly delivery: string
  readonly billing: string
  /** The line of an address with its city, of `place`, which is order.delivery or order.billing. */
  readonly city: (place: string) => string
  readonly courier: string
  readonly parcel: string
  readonly follow: string
  readonly loaded: string
  readonly balance: string
  readonly email: string
  readonly webhook: string
  /** The button that signs in. */
  readonly signIn: string
  readonly address: string
  readonly questions: string
}

/** `50122 Firenze (Toscana)`; the state is left out where it has the city's name. */
export const cityAfterCode = (place: string): string =>
  `{{ ${place}.zip }} {{ ${place}.city }}{% if ${place}.state and ${place}.state != ${place}.city %} ({{ ${place}.state }}){% endif %}`

/** `Springfield, Illinois 62701`. */
export const cityBeforeCode = (place: string): string =>
  `{{ ${place}.city }}{% if ${place}.state %}, {{ ${place}.state }}{% endif %} {{ ${place}.zip }}`
