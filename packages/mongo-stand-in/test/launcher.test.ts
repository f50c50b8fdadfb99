// Which server the launcher chooses, what it says if none is available, and that it leaves nothing behind.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { MongoClient } from "mongodb"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { databaseName } from "../src/databases.ts"
import { openDocumentDb } from "../src/documentdb.ts"
import { fakeMongod } from "../src/fake-mongod.ts"
import { openGiven } from "../src/given.ts"
import { plainChroot, userNamespace } from "../src/jail.ts"
import { programOnPath } from "../src/run.ts"
import { startMongo } from "../src/start.ts"
import { answers, failure, writeFakeMongod } from "./fixture.ts"

const environment = { ...process.env }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-mongo-"))
})

afterEach(() => {
  for (const name of ["MONGODB_URI", "MONGOD_BINARY", "MONGOMS_DOWNLOAD_MIRROR", "PATH"]) {
    if (environment[name] === undefined) delete process.env[name]
    else process.env[name] = environment[name]
  }
  rmSync(folder, { recursive: true, force: true })
})

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20)
}

describe("the launcher chooses", () => {
  it("the server of MONGODB_URI, and removes only the run's databases from it", async () => {
    const { stop, uri } = await startMongo()
    process.env["MONGODB_URI"] = uri
    const mongo = await startMongo()
    assert.deepStrictEqual([mongo.uri, mongo.pid], [uri, undefined])
    const client = new MongoClient(uri)
    const names = [databaseName(mongo, "a"), databaseName(mongo, "a"), "theirs"]
    for (const name of names) await client.db(name).collection("docs").insertOne({})
    assert.match((await failure(mongo.kill())).message, /not ours/)
    await mongo.stop()
    const left = (await client.db().admin().listDatabases()).databases.map(({ name }) => name)
    assert.deepStrictEqual(
      names.filter((name) => left.includes(name)),
      ["theirs"]
    )
    await client.db("theirs").dropDatabase()
    await client.close()
    assert.isTrue(await answers(uri))
    await stop()
  })

  it("a mongod as a replica set, and can kill and restart it", async () => {
    process.env["MONGOD_BINARY"] = writeFakeMongod(folder)
    const mongo = await startMongo({ own: true })
    assert.deepStrictEqual([mongo.engine, mongo.version], ["mongodb", "8.2.6"])
    assert.match(mongo.uri, /replicaSet=/)
    assert.isTrue(await answers(mongo.uri))
    const { pid } = mongo
    await mongo.kill()
    assert.isFalse(await answers(mongo.uri))
    await mongo.restart()
    assert.notStrictEqual(mongo.pid, pid)
    assert.isTrue(await answers(mongo.uri))
    await mongo.stop()
    assert.isFalse(await answers(mongo.uri))
  })

  it("DocumentDB in each jail that the machine allows", async () => {
    const ways = process.getuid?.() === 0 ? [userNamespace, plainChroot] : [userNamespace]
    const opened = await Promise.all(ways.map((way) => openDocumentDb(way)))
    const engines = opened.filter((engine) => "uri" in engine)
    if (programOnPath("apt-get") !== undefined) assert.isNotEmpty(engines)
    for (const engine of opened) if ("missing" in engine) assert.match(engine.missing, /DocumentDB/)
    for (const engine of engines) {
      assert.isTrue(await answers(engine.uri))
      await engine.kill()
      await engine.restart()
      assert.isTrue(await answers(engine.uri))
      await engine.stop()
    }
  })
})

describe("the launcher says what to do", () => {
  it("if MONGODB_URI names a standalone", async () => {
    const server = await fakeMongod(0, undefined)
    const { port } = server.address() as AddressInfo
    process.env["MONGODB_URI"] = `mongodb://127.0.0.1:${port}/`
    assert.match(
      (await failure(startMongo())).message,
      /^MONGODB_URI names a standalone server.*--replSet.*rs\.initiate/
    )
    server.close()
  })

  it("if nothing answers at MONGODB_URI", async () => {
    const error = await failure(openGiven("mongodb://127.0.0.1:1/", 200))
    assert.match(error.message, /^MONGODB_URI names no MongoDB that answers: /)
  })

  it("if MONGOD_BINARY is not a program", async () => {
    process.env["MONGOD_BINARY"] = join(folder, "none")
    assert.match((await failure(startMongo({ own: true }))).message, /^MONGOD_BINARY names no program/)
  })

  it("if no engine is available", async () => {
    process.env["PATH"] = folder
    process.env["MONGOMS_DOWNLOAD_MIRROR"] = "https://127.0.0.1:1"
    const { message } = await failure(startMongo({ own: true }))
    assert.match(
      message,
      /^No MongoDB is available on this machine: set MONGODB_URI to the address of a replica set \(/
    )
  })
})

describe("npm run mongo", () => {
  const start = async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../src/main.ts")], {
      stdio: ["ignore", "pipe", "ignore"]
    })
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text) => (printed += text))
    await until(() => printed.includes("Ctrl-C") || (child.exitCode ?? child.signalCode) !== null)
    assert.include(printed, "Ctrl-C")
    return { child, uri: /(?<= at )mongodb:\S+/.exec(printed)![0] }
  }

  it("says where it serves, and exits with 0 on SIGTERM", async () => {
    const { child, uri } = await start()
    assert.isTrue(await answers(uri))
    child.kill("SIGTERM")
    const [code] = await once(child, "exit")
    assert.strictEqual(code, 0)
    assert.isFalse(await answers(uri))
  })

  it("leaves no server if it is killed", async () => {
    const { child, uri } = await start()
    child.kill("SIGKILL")
    await until(async () => !(await answers(uri)))
  })
})
