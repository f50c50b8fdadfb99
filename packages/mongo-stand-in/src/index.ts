// A MongoDB for a run of tests, a benchmark or a try, without vitest.
export { newDatabase, openDatabase, type SuiteDatabase } from "./databases.ts"
export { type Mongo, type MongoFacts, startMongo } from "./start.ts"
