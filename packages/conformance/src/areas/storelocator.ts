/** The store locator: its points are created, changed, listed and removed, and found around a place. */
import { addressed, type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { near } from "./storelocator/near.ts"
import { points } from "./storelocator/points.ts"
import { refused } from "./storelocator/refused.ts"
import { added, newPoint } from "./storelocator/sample.ts"

const promises = suite("store locator points", (open) => {
  points(open)
  near(open)
})

const ofPoint = addressed("id", (store) => added(store))

export const storelocator: Covered<"storelocator"> = {
  suite: promises,
  decided: refused,
  subjects: {
    list: { given: () => ({ near: { lat: 45.46, long: 9.19 }, radius_km: 25 }) },
    read: ofPoint(),
    create: { given: () => newPoint({ name: `Point ${unique()}`, tags: ["parking"], custom: { "2": "Ring twice" } }) },
    update: {
      given: async (store) => ({ ...newPoint({ name: `Point ${unique()}`, disabled: 1 }), id: await added(store) })
    },
    remove: ofPoint()
  }
}
