/** `/openapi.json`: the description of the API, whose addresses begin as the request's own. */
import { type Asset, assetOf } from "./docs/asset.ts"
import { kept } from "./kept.ts"

/** The description's text in pieces, between which an address begins. */
export type Pieces = ReadonlyArray<string>

/** Gives the description for each beginning of addresses. It is made once, and the last few are kept, compressed too. */
export const makeDescription = (make: () => Promise<Pieces>): ((base: string) => Promise<Asset>) => {
  const pieces = kept(make)
  const assets = new Map<string, () => Promise<Asset>>()
  return (base) => {
    const known = assets.get(base)
    if (known !== undefined) return known()
    const asset = kept(() =>
      assetOf(type, async () => Buffer.from((await pieces()).join(JSON.stringify(base).slice(1, -1))))
    )
    if (assets.size >= maxAssets) assets.delete(assets.keys().next().value!)
    assets.set(base, asset)
    return asset()
  }
}

const type = "application/json; charset=utf-8"
/** A server has few addresses; requests may invent others, so the oldest one is dropped. */
const maxAssets = 8
