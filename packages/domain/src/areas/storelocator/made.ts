/** How parameters create or change a point. All functions are pure. */
import type { Input } from "../../contract/endpoint.ts"
import type { StorePoint } from "./document.ts"
import type { endpoints } from "./endpoints.ts"

const blank: Omit<StorePoint, "name" | "address" | "geo" | "id"> = {
  data: { code: "", contactname: "", email: "", website: "", phone: "" },
  tags: [],
  custom: {},
  is_disabled: 0
}

/** Makes a new point. */
export const pointFrom = (id: string, given: Input<typeof endpoints.create>): StorePoint => withGiven(blank, id, given)

/** Returns the changed point, or the same object if nothing changed. */
export const pointAfter = (point: StorePoint, given: Given): StorePoint => {
  const after = withGiven(point, point.id, given)
  // Both sides have their fields in the same order, so equal points have equal texts.
  return JSON.stringify(after) === JSON.stringify(point) ? point : after
}

type Given = Omit<Input<typeof endpoints.update>, "id">

const withGiven = ({ custom, data, is_disabled, tags }: typeof blank, id: string, given: Given): StorePoint => ({
  name: given.name,
  address: given.address,
  geo: { long: given.geo.long, lat: given.geo.lat },
  data: {
    code: given.contact_code ?? data.code,
    contactname: given.contact_name ?? data.contactname,
    email: given.contact_email ?? data.email,
    website: given.contact_website ?? data.website,
    phone: given.contact_phone ?? data.phone
  },
  tags: given.tags === undefined ? tags : [...new Set(given.tags)],
  custom: customAfter(custom, given.custom),
  is_disabled: given.disabled ?? is_disabled,
  id
})

/** Sets texts by their number; an empty one is removed. Keys that are whole numbers are always in ascending order. */
const customAfter = (before: StorePoint["custom"], given: StorePoint["custom"] = {}): StorePoint["custom"] =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, text]) => text !== ""))
