/** What is answered where no operation has the path: a mistyped one, and one of the specification that is not served yet. */
import { unserved } from "@bottega/domain/areas"
import { afterAll, beforeAll, expect, test } from "vitest"
import { given } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
beforeAll(async () => {
  server = await given()
})
afterAll(() => server.close())

const ask = async (method: string, url: string) => {
  const answer = await server.app.inject({ method: method as "GET", url })
  return { status: answer.statusCode, ...answer.json().error }
}

test.each([...unserved])("%s is not served yet, and says so", async (name) => {
  const [method = "", path = ""] = name.split(" ")
  expect(await ask(method, `${path}?id=1`)).toMatchObject({
    status: 404,
    type: "unknown_path",
    message: `${name} is an operation of the API that this version of Bottega does not serve yet.`
  })
})

test("the refusal of a mistyped path names the version", async () => {
  expect(await ask("GET", "/v1.1/page/list.json")).toMatchObject({
    status: 404,
    message: "No operation has this path; the supported version is v1.1."
  })
})
