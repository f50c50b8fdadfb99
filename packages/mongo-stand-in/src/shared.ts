// The MongoDB that all test files of a run share. Importing this module asks for the server and waits until it runs: an
// import has no timeout, and the first start on a machine may take minutes. A file that needs no MongoDB must not import it.
import { connect } from "node:net"
import { inject } from "vitest"
import * as databases from "./databases.ts"
import { Unavailable } from "./engine.ts"
import type { Answer } from "./global-setup.ts"
import type { MongoFacts } from "./start.ts"

const ask = async (port: number): Promise<Answer> => {
  let text = ""
  for await (const piece of connect(port, "127.0.0.1").setEncoding("utf8")) text += piece
  return JSON.parse(text)
}

const answer = await ask(inject("mongoPort" as never))

/** The shared server; throws the sentence that says why there is none. */
const sharedMongo = (): MongoFacts => {
  if (typeof answer === "string") throw new Unavailable(answer)
  return answer
}

/** Opens an empty database on the shared server; `close` removes it. */
export const openDatabase = (label: string): Promise<databases.SuiteDatabase> =>
  databases.openDatabase(sharedMongo(), label)

/** The connection string of a database that does not exist yet; it is removed at the end of the run. */
export const newDatabase = (label: string): string => databases.newDatabase(sharedMongo(), label)
