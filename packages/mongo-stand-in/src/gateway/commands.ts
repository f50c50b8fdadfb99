// How the gateway carries out each command of MongoDB.
import type { Document } from "bson"
import type { Call, Gate } from "./call.ts"
import { CommandError, translated } from "./errors.ts"
import { createIndexes, dropIndexes } from "./indexes.ts"
import { buildInfo, hello } from "./introduction.ts"
import type { Part } from "./transactions.ts"
import { type Message, read, written } from "./wire.ts"

type Command = (call: Call) => Promise<Uint8Array> | Uint8Array

/** Answers a message; throws a `CommandError`, or `Lost` if the database went away. */
export const answer = async (gate: Gate, message: Message, client: object): Promise<Uint8Array> => {
  const { command } = message
  const [name = ""] = Object.keys(command)
  const carryOut = commands[name]
  if (carryOut === undefined) throw new CommandError(59, `no such command: '${name}'`)
  const session = command["lsid"]?.id?.toString("hex") as string | undefined
  const part = session === undefined ? undefined : partOf(command, session, client)
  const database = String(command["$db"])
  const call = { gate, message, command, database, target: command[name], session, part, runner: gate.database }
  const number = command["txnNumber"] as bigint | undefined
  if (session === undefined || number === undefined) return carryOut(call)
  if (part === undefined) return gate.turns.once(session, number, async () => carryOut(call))
  return gate.turns.take(session, async () =>
    endings.has(name) ? carryOut(call) : gate.transactions.run(part, async (runner) => carryOut({ ...call, runner }))
  )
}

/** These end a transaction, so they do not run in it. */
const endings = new Set(["commitTransaction", "abortTransaction"])

const partOf = (command: Document, session: string, client: object): Part | undefined =>
  command["autocommit"] === false
    ? { session, number: command["txnNumber"], starts: command["startTransaction"] === true, client }
    : undefined

const ok = (fields: Document = {}): Buffer => written({ ...fields, ok: 1 })

/** Opens a cursor with the extension's function of that name. */
const cursor =
  (kind: string): Command =>
  ({ gate, runner, database, message, session }) =>
    gate.cursors.open(runner, kind, database, message.bytes, session)

/** The id under which the extension remembers a retryable write, so that a repeated one is applied once. */
const retryOf = ({ part, session, command }: Call): string | null =>
  part === undefined && session !== undefined && command["txnNumber"] !== undefined
    ? `${session}:${command["txnNumber"]}`
    : null

/** Carries out an insert, update or delete. */
const write =
  (kind: string): Command =>
  async (call) => {
    const sql = `SELECT p_result::bytea FROM documentdb_api.${kind}(
      $1, $2::bytea::documentdb_core.bson, $3::bytea::documentdb_core.bsonsequence, $4)`
    const { bytes, sequence } = call.message
    const [row] = await call.runner.query(sql, [call.database, bytes, sequence ?? null, retryOf(call)])
    const result = translated(read(row![0] as Buffer), `${call.database}.${call.target}`, call.part !== undefined)
    if (call.part !== undefined && result["writeErrors"] !== undefined) await call.gate.transactions.fail(call.part)
    return written(result)
  }

/** Runs a query whose parameters are the database's name and the command. */
const queried =
  (query: string): Command =>
  async ({ runner, database, message }) => {
    const [row] = await runner.query(query, [database, message.bytes])
    return row![0] as Buffer
  }

const drop: Command = async ({ runner, database, target }) => {
  const [row] = await runner.query("SELECT documentdb_api.drop_collection($1, $2)", [database, target])
  if (row![0] !== true) throw new CommandError(26, "ns not found")
  return ok({ ns: `${database}.${target}` })
}

const dropDatabase: Command = async ({ runner, database }) => {
  await runner.query("SELECT documentdb_api.drop_database($1)", [database])
  return ok({ dropped: database })
}

/** Rolls back the open transactions of sessions, after the commands of these that are running, and drops their cursors. */
const killSessions: Command = async ({ gate, target }) => {
  const sessions = new Set((target as Array<Document>).map(({ id }) => String(id.toString("hex"))))
  gate.cursors.end(sessions)
  await Promise.all([...sessions].map((one) => gate.turns.take(one, () => gate.transactions.kill(one))))
  return ok()
}

const endSessions: Command = async (call) => {
  const answered = await killSessions(call)
  call.gate.turns.end((call.target as Array<Document>).map(({ id }) => String(id.toString("hex"))))
  return answered
}

/** Sets the only parameter that the gateway has. */
const setParameter: Command = ({ gate: { transactions }, command }) => {
  const seconds = command["transactionLifetimeLimitSeconds"]
  if (!(Number(seconds) >= 1)) throw new CommandError(2, "Only transactionLifetimeLimitSeconds can be set.")
  const was = transactions.lifetimeSeconds
  transactions.lifetimeSeconds = Number(seconds)
  return ok({ was })
}

const killCursors: Command = async ({ gate, runner, command }) => {
  const { killed, unknown } = gate.cursors.kill(command["cursors"])
  if (killed.length > 0)
    await runner.query("SELECT documentdb_api_internal.delete_cursors($1::bigint[])::bytea", [killed])
  return ok({ cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] })
}

const ending =
  (way: "commit" | "abort"): Command =>
  async ({ gate, part }) => {
    if (part === undefined) throw new CommandError(251, "No transaction is named.")
    await gate.transactions[way](part)
    return ok()
  }

const document = "documentdb_core.bson"

const commands: Record<string, Command> = {
  hello,
  ismaster: hello,
  buildInfo,
  ping: () => ok(),
  insert: write("insert"),
  update: write("update"),
  delete: write("delete"),
  find: cursor("find"),
  aggregate: cursor("aggregate"),
  listIndexes: cursor("list_indexes"),
  getMore: ({ gate, runner, target, message }) => gate.cursors.more(runner, target as bigint, message.bytes),
  killCursors,
  count: queried(`SELECT document::bytea FROM documentdb_api.count_query($1, $2::bytea::${document})`),
  create: queried(`SELECT documentdb_api.create_collection_view($1, $2::bytea::${document})::bytea`),
  listDatabases: async ({ runner, message }) => {
    const sql = `SELECT documentdb_api.list_databases($1::bytea::${document})::bytea`
    const [row] = await runner.query(sql, [message.bytes])
    return row![0] as Buffer
  },
  createIndexes,
  dropIndexes,
  drop,
  dropDatabase,
  commitTransaction: ending("commit"),
  abortTransaction: ending("abort"),
  setParameter,
  killSessions,
  endSessions,
  refreshSessions: () => ok()
}
