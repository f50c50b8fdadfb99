// What the checks of the server share: the server, a database, and an empty collection for each check.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Collection, type Document, MongoClient, type MongoServerError } from "mongodb"
import { afterAll, assert, beforeAll, beforeEach } from "vitest"
import { openDatabase, type SuiteDatabase } from "../src/databases.ts"
import { type Mongo, startMongo } from "../src/start.ts"

/** Any document, with a key of any kind or none: what a field of the driver's own `Document` may be. */
export type Doc = Document[string]

/** What a check works with. */
export interface Fixture {
  readonly mongo: Mongo
  readonly suite: SuiteDatabase
  /** Empty, and the running check's own. */
  readonly docs: Collection<Doc>
}

/** Starts a server for the file's checks; where none can be had they all fail with the sentence that says what to set. */
export const useMongo = (label: string, settings: { readonly own?: boolean } = {}): Fixture => {
  const fixture = {} as { -readonly [Key in keyof Fixture]: Fixture[Key] }
  beforeAll(async () => {
    fixture.mongo = await startMongo(settings)
    fixture.suite = await openDatabase(fixture.mongo, label)
  }, 180_000)
  afterAll(async () => {
    await fixture.suite?.close()
    await fixture.mongo?.stop()
  }, 60_000)
  beforeEach(async ({ task }) => {
    fixture.docs = await fixture.suite.database.createCollection(task.name.replaceAll(/\W+/g, "_").slice(0, 60))
  }, 60_000)
  return fixture
}

/** What a promise was rejected with. */
export const failure = (work: Promise<unknown>): Promise<MongoServerError> =>
  work.then(
    () => assert.fail("it was not refused"),
    (error) => error
  )

/** Whether a MongoDB answers there. */
export const answers = async (uri: string): Promise<boolean> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500 })
  const ok = await client
    .db("admin")
    .command({ ping: 1 })
    .then(
      () => true,
      () => false
    )
  await client.close()
  return ok
}

/** Makes a program that can stand for a mongod in `MONGOD_BINARY`; its path. */
export const writeFakeMongod = (folder: string): string => {
  const program = join(folder, "mongod")
  const module = JSON.stringify(join(import.meta.dirname, "../src/fake-mongod.ts"))
  writeFileSync(program, `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${module} "$@"\n`)
  chmodSync(program, 0o755)
  return program
}

/** The ids of documents. */
export const keys = (found: Array<Document>): Array<unknown> => found.map(({ _id }) => _id)

/** Numbered documents of two shops. */
export const many = (count: number): Array<Doc> =>
  Array.from({ length: count }, (_, index) => ({
    _id: index,
    shop: index % 2,
    placed: index % 10,
    total: index
  }))
