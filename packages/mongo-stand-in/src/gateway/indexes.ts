// Creates and drops indexes.
import { setTimeout as sleep } from "node:timers/promises"
import type { Document } from "bson"
import type { Call } from "./call.ts"
import { CommandError, codeOf, unpacked } from "./errors.ts"
import { read, written } from "./wire.ts"

/** Resolves when the indexes are built; throws if they cannot be. */
export const createIndexes = async (call: Call): Promise<Uint8Array> => {
  const { runner, database, message, part } = call
  if (part !== undefined || (await isEmpty(call))) return atOnce(call)
  const sql = `SELECT retval::bytea, ok, requests::bytea
    FROM documentdb_api.create_indexes_background($1, $2::bytea::documentdb_core.bson)`
  const [row] = await runner.query(sql, [database, message.bytes])
  const [result, made, requests] = row as [Buffer, boolean, Buffer | null]
  if (!made) throw failure(read(result))
  if (requests !== null && Object.keys(read(requests)).length > 0) await built(call, requests)
  return written({ ...shard(read(result)), ok: 1 })
}

/** Whether a collection has no documents: its indexes need no build beside writers, which is most of the CPU time of a start. */
const isEmpty = async ({ runner, database, target }: Call): Promise<boolean> => {
  const rows = await runner.query("SELECT 1 FROM documentdb_api.collection($1, $2) LIMIT 1", [database, target])
  return rows.length === 0
}

/** Within a transaction only a new collection gets indexes, as in MongoDB. */
const atOnce = async ({ runner, database, message, part }: Call): Promise<Uint8Array> => {
  const sql = `SELECT documentdb_api_internal.create_indexes_non_concurrently(
    $1, $2::bytea::documentdb_core.bson, $3)::bytea`
  const [row] = await runner.query(sql, [database, message.bytes, part === undefined])
  return written({ ...shard(read(row![0] as Buffer)), ok: 1 })
}

/** Builds indexes now, because the extension's own job looks for them only every two seconds. */
const built = async ({ runner }: Call, requests: Buffer): Promise<void> => {
  const sql = `SELECT retval::bytea, ok, complete
    FROM documentdb_api_internal.check_build_index_status($1::bytea::documentdb_core.bson)`
  for (;;) {
    const [row] = await runner.query(sql, [requests])
    const [result, good, complete] = row as [Buffer, boolean, boolean]
    if (!good) throw failure(read(result))
    if (complete) return
    await runner.query("CALL documentdb_api_internal.build_index_concurrently(1)", [])
    await sleep(20)
  }
}

/** Drops the named indexes, or all but that of `_id`. */
export const dropIndexes = async ({ runner, database, message }: Call): Promise<Uint8Array> => {
  const sql = "CALL documentdb_api.drop_indexes($1, $2::bytea::documentdb_core.bson, NULL)"
  const [row] = await runner.query(sql, [database, message.bytes])
  const result = read(Buffer.from(String(row![0]).slice("BSONHEX".length), "hex"))
  if (!result["ok"]) throw failure(result)
  return written({ ...result, ok: 1 })
}

/** The result of the only shard. */
const shard = (result: Document): Document => Object.values(result["raw"] ?? { all: result })[0] as Document

const failure = (result: Document): CommandError => {
  const { code, errmsg } = shard(result)
  return new CommandError(code === undefined ? 1 : codeOf(unpacked(code)), String(errmsg))
}
