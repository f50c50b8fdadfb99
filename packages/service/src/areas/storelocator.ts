/** Handles calls on the store locator, whose points are answered as they are stored. */
import { type areas, collections } from "@bottega/domain/areas"
import { pointAfter, pointFrom, type StorePoint } from "@bottega/domain/areas/storelocator"
import { done, removed } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { insert, remove, replace } from "../engine/decide/change.ts"
import { listed } from "../engine/decide/everything.ts"
import { existing, existingRow } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { serviceId } from "../engine/ids.ts"
import { nearest } from "./storelocator/nearest.ts"

const { storePoints } = collections

export const handlers: Handlers<typeof areas.storelocator> = {
  list: ({ near, radius_km }) =>
    near === undefined || radius_km === undefined
      ? listed(storePoints, ({ text }) => new Encoded<StorePoint>(text))
      : nearest(near, radius_km),

  read: ({ id }) => Effect.map(existingRow(storePoints, id), ({ text }) => new Encoded<StorePoint>(text)),

  create: Effect.fnUntraced(function* (given) {
    const id = yield* serviceId
    return { answer: { id }, writes: [insert(storePoints, pointFrom(id, given))] }
  }),

  update: Effect.fnUntraced(function* ({ id, ...given }) {
    const point = yield* existing(storePoints, id)
    const after = pointAfter(point.doc, given)
    const isSame = after === point.doc
    return {
      answer: { ...done, nModified: isSame ? 0 : 1, updatedExisting: true },
      writes: isSame ? [] : [replace(storePoints, point, after)]
    }
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    return { answer: removed, writes: [remove(storePoints, yield* existing(storePoints, id))] }
  })
}
