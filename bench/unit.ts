/**
 * The baselines of all ratios: a bare Fastify that sends a fixed body, and one that writes a document of a given size
 * to SQLite with group commit. Run it as a process of its own: `unit.ts <read size> <write size> <file>`.
 */
import { DatabaseSync } from "node:sqlite"
import Fastify from "fastify"

const [readSize = "1500", writeSize = "1500", file = ""] = process.argv.slice(2)
const app = Fastify()

const body = JSON.stringify({ fixed: "x".repeat(Math.max(0, Number(readSize) - 12)) })
app.get("/read", (_request, reply) => reply.header("content-type", "application/json; charset=utf-8").send(body))

const db = new DatabaseSync(file)
db.exec(
  "pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 8000"
)
db.exec("create table if not exists unit (id integer primary key, doc text not null) strict")
const insert = db.prepare("insert into unit (doc) values (?)")
const doc = JSON.stringify({ fixed: "x".repeat(Math.max(0, Number(writeSize) - 12)) })

let waiting: Array<() => void> = []
/** Writes within the open transaction; resolves when the single COMMIT of the turn has returned. */
const write = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.length === 0) {
      db.exec("begin immediate")
      setImmediate(() => {
        db.exec("commit")
        const done = waiting
        waiting = []
        for (const answer of done) answer()
      })
    }
    insert.run(doc)
    waiting.push(resolve)
  })
// The body is read as in any route, but not parsed, because parsing is part of the service.
app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
  done(null, text)
)
app.route({
  method: ["POST", "PUT"],
  url: "/write",
  handler: async () => {
    await write()
    return { ok: 1 }
  }
})

process.send?.({ url: await app.listen({ port: 0, host: "127.0.0.1" }) })
