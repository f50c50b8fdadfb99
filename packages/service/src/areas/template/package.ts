/** The package of a template: the archive that came with a call is read whole, and only then are its bytes stored. */
import { collections } from "@bottega/domain/areas"
import type { Package } from "@bottega/domain/areas/template"
import { bytes, stored } from "@bottega/storage"
import { Effect } from "effect"
import type { Unpacked } from "../../archives/limits.ts"
import { upsert } from "../../engine/decide/change.ts"
import { storeFile } from "../../engine/decide/files.ts"
import { refuseIf, Session } from "../../engine/decide/session.ts"
import { overloaded, Slow } from "../../engine/decide/slow.ts"

const { packages } = collections

/** An archive whose bytes are stored and claimed, for a commit to name them. */
interface Prepared extends Unpacked {
  readonly archive: bytes.Claim
}

/** Reads the archive of a call and stores it; of a wrong one nothing is stored. */
export const prepare = Effect.gen(function* () {
  const { shop, upload } = yield* Session
  const { path, size } = upload!
  const { reading } = yield* Effect.promise(() => import("../../archives/kind.ts"))
  const { run } = yield* Slow
  const checked = yield* Effect.mapError(run(reading, { path, size }), overloaded)
  if ("wrong" in checked) return checked
  return { ...checked, archive: yield* storeFile(shop.id, { path, size }) } satisfies Prepared
})

/** The writes by which a package replaces the former one; refuses an archive that is wrong. */
export const replacing = Effect.fnUntraced(function* (prepared: Prepared | { readonly wrong: string }) {
  const session = yield* Session
  if ("wrong" in prepared) {
    const finding = { at: ["file"], message: prepared.wrong }
    return yield* Effect.andThen(refuseIf(session, [finding]), Effect.succeed([]))
  }
  const { archive, files, unpackedBytes } = prepared
  const { find, now, shop } = session
  const [row] = yield* find(packages, { where: [{ on: "key", eq: "package" }], limit: 1 })
  const next: Package = {
    id: "package",
    digest: archive.sha256,
    size: archive.size,
    files,
    unpackedBytes,
    uploaded: Math.floor(now / 1000)
  }
  return [upsert(packages, row && stored(packages, row), next), bytes.kept(shop.id, archive)]
})
