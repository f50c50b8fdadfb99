/**
 * The credentials that a start issues: the operator's token and, with a demo, its shop and its pairs. They are kept in
 * the credentials file, so that the next start issues the same. Servers that start together do this one at a time, and
 * agree.
 */

import { createReadStream, existsSync, statSync } from "node:fs"
import { collections } from "@bottega/domain/areas"
import { sharedToken } from "@bottega/service"
import { demoShop, ensureDemoShop, pairsOf } from "@bottega/service/demo"
import { importShops, openExport } from "@bottega/service/maintenance"
import { get, installation, withLease } from "@bottega/storage"
import { Data, Effect, Result } from "effect"
import type { Config } from "../config/config.ts"
import {
  type Credentials,
  type KeySets,
  none,
  readCredentials,
  type StoredCredentials,
  writeCredentials
} from "../config/credentials.ts"
import { flags } from "../config/flags.ts"

/** The credentials file cannot be used; `message` is a sentence without its full stop. */
export class NotKept extends Data.TaggedError("NotKept")<{ readonly message: string }> {}

/** The instant of a start in milliseconds, and the callback for the progress of a demo shop. */
export interface HandOutOptions {
  readonly now: number
  readonly onProgress: (done: number, orders: number) => void
  /** The result of {@link formerCredentials}. */
  readonly former: StoredCredentials | undefined
}

/** Finds or makes the credentials of a start, and stores them. */
export const handOut = Effect.fnUntraced(function* (config: Config, options: HandOutOptions) {
  const { orders } = config
  if (config.demo) yield* demoShop(null, { ...options, orders })
  const alone = handOutAlone(config, options)
  const oneAtATime = withLease("credentials", alone, pace).pipe(
    // A full store accepts no lease, and issuing the existing credentials again needs none.
    Effect.catchTag("Unavailable", (failure) => (failure.reason === "full" ? alone : Effect.fail(failure)))
  )
  for (;;) {
    const done = yield* oneAtATime
    if (done !== undefined) return done
  }
})

/** It takes some milliseconds; a server that dies meanwhile delays the next one for five seconds. */
const pace = { beat: "100 millis", misses: 50 } as const

const handOutAlone = Effect.fnUntraced(function* (config: Config, { former, now, onProgress }: HandOutOptions) {
  const { credentials: file, demoPairs: fixed, orders } = config
  const kept = yield* attempt("", () => readCredentials(file))
  const read = kept?.token ? flags.token.read(kept.token) : undefined
  if (read !== undefined && Result.isFailure(read))
    return yield* new NotKept({ message: `The token in the credentials file ${file} ${read.failure}` })
  const known = kept ?? (yield* ofThisStore(former))
  const seeded = config.seed === undefined ? undefined : yield* seededShop(config.seed)
  const demo = () => ensureDemoShop({ orders, now, onProgress, known, fixed })
  const keySets: KeySets = seeded ? yield* pairsOf(seeded, { now, known, fixed }) : config.demo ? yield* demo() : known
  const token = config.token ?? (yield* sharedToken({ kept: kept?.token ?? null, first: former?.token ?? null }))
  const credentials: Credentials = { ...keySets, token }
  if (file !== undefined)
    yield* attempt(`The credentials file ${file} cannot be written: `, () => writeCredentials(file, credentials))
  return credentials
})

/** Fails if the file of a seed does not begin as an export does, so that no store is made for it. */
export const checkSeed = async (file: string): Promise<void> => {
  const found = statSync(file)
  // What a pipe gives is there once.
  if (!found.isFile() && !found.isDirectory()) return
  const source = createReadStream(file)
  try {
    await Effect.runPromise(openExport(source))
  } finally {
    source.destroy()
  }
}

/** The first shop of an export, imported unless the store has it. */
const seededShop = Effect.fnUntraced(function* (file: string) {
  const [imported] = yield* openExport(createReadStream(file)).pipe(
    Effect.flatMap((lines) => importShops(lines)),
    Effect.catchTag("Unmovable", ({ message }) =>
      Effect.fail(new NotKept({ message: `The shop in ${file} cannot be opened: ${message}` }))
    )
  )
  return (yield* get(installation, collections.shops, imported!.shop))!.doc
})

const attempt = <A>(sentence: string, act: () => A): Effect.Effect<A, NotKept> =>
  Effect.try({ try: act, catch: (error) => new NotKept({ message: sentence + (error as Error).message }) })

/** The part of a folder's shared file that concerns this store; pairs that this store does not know belong to another one. */
const ofThisStore = Effect.fnUntraced(function* (former: StoredCredentials | undefined) {
  const key = former?.key ?? former?.readKey
  const known = key && (yield* get(installation, collections.keySets, { on: "pair", eq: key }))
  return known ? former! : { ...none, token: null }
})

/**
 * The contents of the file that stores of one folder shared before each had its own; `undefined` for a store that has
 * its own file, and for a new one. It is read before the store is opened, and stays unchanged, because another store
 * may need it too.
 */
export const formerCredentials = async ({
  credentials,
  formerCredentials: file,
  store: { adapter, location }
}: Config): Promise<StoredCredentials | undefined> => {
  if (credentials === undefined || existsSync(credentials) || file === undefined || !existsSync(file)) return undefined
  // A store that cannot be inspected cannot be opened either, and that is reported.
  const asked = adapter.isMade === undefined ? Effect.succeed(false) : adapter.isMade(location)
  return (await Effect.runPromise(Effect.orElseSucceed(asked, () => false))) ? readCredentials(file) : undefined
}
