/** The conditions of a coupon while someone edits them, and the values that set them. */

/** The rules, as the server shows them. */
export interface ShownRules {
  readonly users_email?: ReadonlyArray<string>
  readonly one_use_for_email?: 1
  readonly categories?: ReadonlyArray<string>
  readonly products?: ReadonlyArray<string>
  readonly discount?: number
  readonly tags: ReadonlyArray<string>
  readonly brand: string
  readonly remove_shipping_country: string
  readonly remove_shipping_state: string
  readonly remove_shipping_ship: string
}

export interface Conditions {
  readonly buyers: string
  readonly isOnceEach: boolean
  readonly isForReduced: boolean
  readonly tags: string
  readonly brand: string
  readonly categories: ReadonlyArray<string>
  readonly products: ReadonlyArray<string>
  readonly countries: ReadonlyArray<string>
  /** The page does not choose states; those that are set stay. */
  readonly states: ReadonlyArray<string>
  readonly methods: string
}

export const noConditions: Conditions = {
  ...{ buyers: "", isOnceEach: false, isForReduced: true, tags: "", brand: "", methods: "" },
  ...{ categories: [], products: [], countries: [], states: [] }
}

/** The conditions of a coupon before anything is changed. */
export const conditionsOf = (rules: ShownRules): Conditions => ({
  buyers: (rules.users_email ?? []).join(", "),
  isOnceEach: rules.one_use_for_email === 1,
  isForReduced: rules.discount !== 0,
  tags: rules.tags.join(", "),
  brand: rules.brand === "NULL" ? "" : rules.brand,
  categories: rules.categories ?? [],
  products: rules.products ?? [],
  countries: partsOf(rules.remove_shipping_country),
  states: partsOf(rules.remove_shipping_state),
  methods: rules.remove_shipping_ship
})

const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** The value of each rule. An empty one resets it. */
const valuesOf = (one: Conditions): Readonly<Record<string, string>> => ({
  users_email: partsOf(one.buyers).join(","),
  one_use_for_email: one.isOnceEach ? "1" : "",
  discount: one.isForReduced ? "" : "0",
  tags: partsOf(one.tags).join(","),
  brand: one.brand,
  categories: one.categories.join(","),
  products: one.products.join(","),
  remove_shipping: [
    ...one.countries.map((uid) => `country:${uid}`),
    ...one.states.map((uid) => `state:${uid}`),
    ...partsOf(one.methods).map((method) => `ship:${method}`)
  ].join(",")
})

/** The rules that differ, by name, with their new values. */
export const changedRules = (before: Conditions, after: Conditions): ReadonlyArray<readonly [string, string]> => {
  const former = valuesOf(before)
  return Object.entries(valuesOf(after)).filter(([name, value]) => former[name] !== value)
}
