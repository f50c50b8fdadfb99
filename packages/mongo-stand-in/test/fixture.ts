// What tests of the server share: the server, a database, and an empty collection for each test.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Collection, type Document, MongoClient, type MongoServerError } from "mongodb"
import { afterAll, assert, beforeAll, beforeEach } from "vitest"
import { openDatabase, type SuiteDatabase } from "../src/databases.ts"
import { type Mongo, startMongo } from "../src/start.ts"

/** Any document, with any kind of key or none: the type of a field of the driver's own `Document`. */
type Doc = Document[string]

/** What a test works with. */
export interface Fixture {
  readonly mongo: Mongo
  readonly suite: SuiteDatabase
  /** Empty, and used by the running test only. */
  readonly docs: Collection<Doc>
}

/** Starts a server for the tests of a file; if none is available they all fail with the sentence that says what to set. */
export const useMongo = (label: string, settings: { readonly own?: boolean } = {}): Fixture => {
  const fixture = {} as { -readonly [Key in keyof Fixture]: Fixture[Key] }
  beforeAll(async () => {
    fixture.mongo = await startMongo(settings)
    fixture.suite = await openDatabase(fixture.mongo, label)
  })
  afterAll(async () => {
    await fixture.suite?.close()
    await fixture.mongo?.stop()
  })
  beforeEach(async ({ task }) => {
    fixture.docs = await fixture.suite.database.createCollection(task.name.replaceAll(/\W+/g, "_").slice(0, 60))
  })
  return fixture
}

/** The error of a rejected promise. */
export const failure = (work: Promise<unknown>): Promise<MongoServerError> =>
  work.then(
    () => assert.fail("it did not fail"),
    (error) => error
  )

/** Whether a MongoDB answers at an address. */
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

/** Writes a program that acts as a mongod for `MONGOD_BINARY`; returns its path. */
export const writeFakeMongod = (folder: string): string => {
  const program = join(folder, "mongod")
  const module = JSON.stringify(join(import.meta.dirname, "../src/fake-mongod.ts"))
  writeFileSync(program, `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${module} "$@"\n`)
  chmodSync(program, 0o755)
  return program
}
