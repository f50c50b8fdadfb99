/** Cleans restricted HTML of a stranger as calls do, in the lane for slow work. */
import { Effect } from "effect"
import { cleaning } from "../../html/kind.ts"
import type { Context } from "./context.ts"
import { NotGiven } from "./failures.ts"

/** The HTML without what restricted HTML may not have. */
export const cleaned = Effect.fnUntraced(function* ({ lane, shop }: Pick<Context, "lane" | "shop">, html: string) {
  if (!/[<>&]/.test(html)) return html
  const done = yield* Effect.mapError(
    lane.run(cleaning, { shop: shop.id, keySet: "pull", weight: 1 }, html),
    ({ reason }) => new NotGiven({ status: 200, why: `has HTML that could not be cleaned: ${reason}` })
  )
  if ("wrong" in done) return yield* new NotGiven({ status: 200, why: `has HTML that ${done.wrong}` })
  return done.html
})
