/**
 * Keeps documents in one SQLite file, through the `node:sqlite` that comes with Node. Every answered write is on the
 * disk; several processes may use one file.
 */
import { mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import type { Format, Opening } from "./format.ts"
import { failedGuard } from "./guards.ts"
import { IndexKey, keyedBy } from "./keyed.ts"
import { namingIn } from "./naming.ts"
import { ChunkWriter, readChunk } from "./sqlite/chunks.ts"
import { Connection } from "./sqlite/connection.ts"
import { attempt, FileRefused, type FileReplaced, isFailure, unavailable } from "./sqlite/errors.ts"
import { FormWatch } from "./sqlite/form.ts"
import { Group } from "./sqlite/group.ts"
import { type HeldFile, holdFile } from "./sqlite/hold.ts"
import { indexFaults as faultsIn } from "./sqlite/index-faults.ts"
import { Known } from "./sqlite/known.ts"
import { type Declared, whenUpgraded } from "./sqlite/opening.ts"
import { Reader } from "./sqlite/reader.ts"
import { Revisions } from "./sqlite/revisions.ts"
import { Rows } from "./sqlite/rows.ts"
import { Shops } from "./sqlite/shops.ts"
import { start } from "./sqlite/start.ts"
import { type Layout, layout } from "./sqlite/tables.ts"
import { Watch } from "./sqlite/watch.ts"
import { type Placed, Writer } from "./sqlite/writes.ts"
import {
  type Adapter,
  type Chunks,
  type Guard,
  OnApplied,
  type Query,
  type Stale,
  Storage,
  type Taken,
  Unavailable,
  type Write
} from "./storage.ts"
import { inTurns } from "./turns.ts"

/**
 * The store in this file, created with its folder if it is missing and upgraded if it is of an older format, until the scope
 * closes. Waits while another process prepares the file.
 */
export const make = (location: string, collections: ReadonlyArray<Collection>, opening: Opening = {}) =>
  Effect.suspend(() => {
    const key = new IndexKey()
    const declared = { key, layouts: keyedBy(collections, key).map(layout) }
    return Effect.map(
      Effect.acquireRelease(
        whenUpgraded(resolve(location), declared, opening, open),
        (store) => Effect.sync(store.close),
        { interruptible: true }
      ),
      ({ adapter }) => adapter
    )
  })

/** {@link make} as the storage of a program. */
export const layer = (
  location: string,
  collections: ReadonlyArray<Collection>,
  opening?: Opening
): Layer.Layer<Storage, Unavailable> => Layer.effect(Storage, make(location, collections, opening))

const open = (file: string, { key, layouts }: Declared, format: Format) => {
  makeFolder(dirname(file))
  const held = holdFile(file, format)
  let connection: Connection | undefined
  try {
    connection = start(file, layouts, format, key)
    return running(file, new Map(layouts.map((one) => [one.name, one])), held, connection, format)
  } catch (error) {
    connection?.close()
    held.release()
    throw error
  }
}

/** Makes a folder and those above it; Node's own way to do that never ends where nobody can make one, as below /proc. */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() === false) throw new FileRefused(`it is below ${path}, which is not a folder`)
  return found !== undefined
}

const running = (
  file: string,
  layouts: ReadonlyMap<string, Layout>,
  held: HeldFile,
  connection: Connection,
  format: Format
) => {
  const rows = new Rows()
  const form = new FormWatch([...layouts.values()], format)
  const watch = new Watch(file, held, connection, form)
  const reading = new Connection(file, "read")
  const shops = new Shops(connection)
  const revisions = new Revisions(connection, held, watch)
  const known = new Known(() => revisions.others())
  const latest = new Reader(connection, shops, rows, known)
  const writer = new Writer(connection, shops, known)
  let formed: number | undefined
  const place = {
    file: () => watch.file(),
    /** Only a commit of another connection can have changed the form. */
    form: (writer: Connection) => {
      const others = revisions.others()
      const changed = formed === others ? undefined : watch.form(writer)
      if (changed === undefined) formed = others
      return changed
    },
    committed: () => watch.committed()
  }
  const observer = {
    began: () => known.renew(revisions.others(true)),
    failed: () => {
      shops.forget()
      known.clear()
    },
    ended: () => revisions.end()
  }
  const group = new Group(connection, observer, place)
  const readingShops = new Shops(reading)
  const durable = new Reader(reading, readingShops, rows)
  const chunkWriter = new ChunkWriter(file, group, watch)
  const read = readChunk(reading, readingShops)
  const chunks: Chunks = {
    write: chunkWriter.write,
    read: (...chunk) => twice(read(...chunk), read(...chunk)),
    remove: chunkWriter.remove
  }
  const naming = namingIn([...layouts.values()].map(({ collection }) => collection))
  try {
    // From its first read on, a connection has a shared lock on the file, so no other connection is the last to close
    // it.
    reading.get("pragma schema_version")
  } catch (error) {
    durable.close()
    throw error
  }
  const of = ({ name }: Collection) => layoutOf(layouts, name)
  const look = () => watch.all() ?? watch.form(reading)
  const watching = setInterval(() => attemptSync(look), lookEveryMs).unref()

  /** A replaced file may have come back since it was noticed, so this looks again; otherwise a read pays nothing. */
  const requireUsable = () => {
    const replaced = watch.replaced && look()
    if (replaced !== undefined) throw replaced
  }

  const find = (shop: string, collection: Collection, query: Query) =>
    twice(search(shop, collection, query), search(shop, collection, query))

  const search = (shop: string, collection: Collection, query: Query) =>
    inTurns(() => {
      requireUsable()
      return query.latest === true
        ? latest.find(shop, of(collection), query)
        : durable.kept(shop, of(collection), query, revisions)
    }, failed)

  /** A statement that fails because another program has changed its tables is not a defect. */
  const failed = (error: unknown) => {
    const replaced = isFailure(error) ? undefined : attemptSync(look)
    return Effect.fail(unavailable(replaced ?? error))
  }

  const refused = (guards: ReadonlyArray<Guard>) =>
    failedGuard(guards, (shop, collection, query) => latest.find(shop, of(collection), query))

  const commit: Adapter["commit"] = (writes, guards = []) =>
    twice(
      submit(writes, guards),
      group.rehearse(() => writer.apply(placedIn(writes)))
    )

  const written = (placed: ReadonlyArray<Placed>) => {
    const refusal = writer.apply(placed)
    if (refusal === undefined) for (const { layout } of placed) revisions.change(layout)
    return refusal
  }

  const placedIn = (writes: ReadonlyArray<Write>) => writes.map((write) => ({ write, layout: of(write.collection) }))

  const submit = (
    writes: ReadonlyArray<Write>,
    guards: ReadonlyArray<Guard>
  ): Effect.Effect<void, Stale | Taken | Unavailable> =>
    Effect.withFiber((fiber) => {
      const placed = placedIn(writes)
      const applied = fiber.getRef(OnApplied)
      return Effect.callback((resume) => {
        if (writes.length === 0) return group.settle(resume)
        const member = { run: () => refused(guards) ?? written(placed), applied, answer: resume }
        group.submit(member)
        return Effect.sync(() => group.withdraw(member))
      })
    })

  const checked = attempt(() => {
    const replaced = look()
    if (replaced !== undefined) throw replaced
  })
  const check = twice(checked, checked)

  const indexFaults: Adapter["indexFaults"] = (shop, collection, callbacks) =>
    inTurns(() => {
      requireUsable()
      return faultsIn(reading, of(collection), readingShops.find(shop), callbacks)
    }, failed)

  const close = () => {
    clearInterval(watching)
    group.close()
    chunkWriter.close()
    if (watch.isWhole) {
      durable.close()
      checkpoint(connection)
      connection.close()
    } else {
      // The last connection to close copies the log into the file. A read-only one cannot, so here it is closed last.
      connection.close()
      durable.close()
    }
    held.release()
  }
  return {
    adapter: {
      find,
      commit,
      chunks,
      indexFaults,
      naming,
      check,
      revision: (collection) => revisions.of(collection)
    } satisfies Adapter,
    close
  }
}

/**
 * Repeats the operation that found damage, because SQLite also reports a temporary read error as damage. Damage that is
 * found again comes with a function that repeats the check later.
 */
const twice = <A, E>(
  act: Effect.Effect<A, E | Unavailable>,
  again: Effect.Effect<unknown, Unavailable>
): Effect.Effect<A, E | Unavailable> =>
  Effect.catchIf(act, isDamaged, () =>
    Effect.mapError(act, (failure) =>
      isDamaged(failure) ? new Unavailable({ reason: failure.reason, cause: failure.cause, again }) : failure
    )
  )

const isDamaged = (failure: unknown): failure is Unavailable =>
  failure instanceof Unavailable && failure.reason === "damaged"

/** Milliseconds after which a file without writers is checked again. */
const lookEveryMs = 1000

const checkpoint = (connection: Connection): void => {
  try {
    connection.exec("pragma wal_checkpoint(truncate)")
  } catch {
    // If there is no room for it, the log stays beside the file and is read when the file is next opened.
  }
}

const layoutOf = (layouts: ReadonlyMap<string, Layout>, name: string): Layout => {
  const layout = layouts.get(name)
  if (layout === undefined) throw new TypeError(`the store was opened without the collection ${name}`)
  return layout
}

/** The problem that was found; none if the file cannot be read now, which the next reader reports. */
const attemptSync = (look: () => FileReplaced | undefined): FileReplaced | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}
