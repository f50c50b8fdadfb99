/** The admission of callers, for every operation: the right status and its precedence, before anything is read. */
import { type Entry, pathOf } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { subjectOf } from "../areas.ts"
import { changes, everything, ofShops, plainRead, request } from "../sample.ts"
import { ofPage, signIn } from "../signed-in.ts"
import { type Answer, type Pair, type Request, type Store, suite, suiteOfOneStore } from "../surface.ts"
import { call, given, unlimited } from "./calls.ts"

/** The operations whose answer to a request differs from the expected one, with that answer. */
const other = async (
  entries: ReadonlyArray<Entry>,
  ask: (entry: Entry) => Promise<Answer>,
  right: (answer: Answer, entry: Entry) => boolean
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const entry of entries) {
    const answer = await ask(entry)
    if (!right(answer, entry)) found.push(`${entry.id}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  return found
}

const by =
  ({ send }: Store, as: NonNullable<Request["as"]>, headers: Request["headers"] = {}) =>
  (entry: Entry) =>
    send({ ...request(entry), as, headers })

const is = (status: number, type: string) => (answer: Answer) =>
  answer.status === status && answer.json.error.type === type
const nobody = is(401, "unauthenticated")

/** Headers without credentials, with half of them, and with wrong ones. */
const wrongOf = ({ exchange, key }: Pair): ReadonlyArray<Readonly<Record<string, string>>> => [
  {},
  { key },
  { exchange },
  { key, exchange: key },
  { key: exchange, exchange },
  { authorization: "Bearer nobody" },
  { authorization: `Bearer ${exchange}` }
]

export const admission = suite("every operation admits", (open) => {
  it("a permitted caller, and then answers", async () => {
    const store = await unlimited(open)
    const refused: Array<string> = []
    for (const entry of everything) {
      const { status, text } = await store.send(call(entry, await given(store, entry)))
      if (status !== (subjectOf(entry).unmade === undefined ? 200 : 404)) refused.push(`${entry.id}: ${status} ${text}`)
    }
    expect(refused).toEqual([])
  })

  it("nobody without credentials, with half of them, or with wrong ones", async () => {
    const store = await open()
    const challenged = (answer: Answer, { endpoint }: Entry) =>
      nobody(answer) &&
      answer.headers["www-authenticate"]?.startsWith(endpoint.surface === "control" ? "Bearer " : "KeySet ") === true
    for (const headers of wrongOf(store.pairs.api))
      expect(await other(everything, by(store, "nobody", headers), challenged)).toEqual([])
  })

  it("a caller with a code to a session, and none without one, with any other credentials beside it", async () => {
    const store = await open()
    const free = everything.filter(({ endpoint }) => endpoint.audience === "anyone")
    expect(free.map(({ id }) => id)).toEqual(["session.create", "session.link"])
    for (const headers of wrongOf(store.pairs.api)) {
      const { code } = await store.operator.session.code()
      const ask = (code: string) => signIn(store, code, { ...ofPage, ...headers })
      const refused = await ask("0".repeat(64))
      expect([nobody(refused), refused.headers["set-cookie"]]).toEqual([true, undefined])
      // A wrong token is refused before the code is looked at, so the code is not used.
      const isTokenWrong = headers["authorization"] !== undefined
      expect((await ask(code)).status).toBe(isTokenWrong ? 401 : 200)
      expect((await signIn(store, code)).status).toBe(isTokenWrong ? 200 : 401)
    }
  })

  it("neither an operator to a shop's operations nor a key set to the operator's", async () => {
    const store = await open()
    const control = everything.filter(({ endpoint }) => endpoint.surface === "control")
    expect(await other(ofShops, by(store, "operator"), nobody)).toEqual([])
    expect(await other(control, by(store, "api"), nobody)).toEqual([])
  })

  it("no key set that is revoked or has expired", async () => {
    const store = await open()
    const { clock, operator, send, shop } = store
    const pairWith = (more: object): Promise<Pair> =>
      operator.keys.create({ shop: shop.id, permission: "read-write", ...more })
    const revoked = await pairWith({})
    await operator.keys.revoke({ key: revoked.key })
    const expired = await pairWith({ expires_at: new Date(clock.now() + 5000).toISOString() })
    clock.advance(6000)
    for (const { exchange, key } of [revoked, expired]) {
      const ask = (entry: Entry) => send({ ...request(entry), as: "nobody", headers: { key, exchange } })
      expect(await other(ofShops, ask, nobody)).toEqual([])
    }
  })

  it("a key set that may only read to nothing that changes anything", async () => {
    expect(await other(changes, by(await open(), "reader"), is(403, "read_only_key"))).toEqual([])
  })

  it("no shop to what it lacks", async () => {
    const demanding = ofShops.filter(({ endpoint }) => endpoint.requires !== undefined)
    expect(await other(demanding, by(await open(), "api"), is(403, "not_permitted"))).toEqual([])
  })

  it("and tells every caller it knows where it stands", async () => {
    const store = await open()
    const limitsShown = ({ headers }: Answer) =>
      /^\d+\/\d+$/.test(headers["x-service-limit"] ?? "") &&
      /^"daily";q=\d+;w=86400/.test(headers["ratelimit-policy"] ?? "") &&
      /^"daily";r=\d+;t=\d+/.test(headers["ratelimit"] ?? "") &&
      headers["content-type"] === "application/json; charset=utf-8"
    expect(await other(ofShops, by(store, "api"), limitsShown)).toEqual([])
  })

  it("and gives every request an id of its own", async () => {
    const { send } = await open()
    const ids = await Promise.all(everything.map(async (entry) => (await send(request(entry))).headers["x-request-id"]))
    expect(new Set(ids).size).toBe(everything.length)
    expect(ids).not.toContain("")
  })
})

export const paths = suiteOfOneStore("an unknown path", (open) => {
  it("is not found for any caller, and the answer names the supported version", async () => {
    const { send } = await open()
    const [known] = [pathOf(plainRead.endpoint)]
    const wrong = ["/v1.0", "/v1", "/v2", "/V1.1", ""].map((version) => known.replace("/v1.1", version))
    for (const path of [...wrong, `${known}/`, known.replace(".json", ""), "/v1.1/nothing/list.json", "//"]) {
      for (const as of ["api", "nobody"] as const) {
        const { json, status } = await send({ method: "GET", path, as })
        expect([path, status, json.error.type, json.message.includes("v1.1")]).toEqual([
          path,
          404,
          "unknown_path",
          true
        ])
      }
    }
  })

  it("with another method is refused as such", async () => {
    const { send } = await open()
    const { json, status } = await send({ method: "DELETE", path: pathOf(plainRead.endpoint), as: "nobody" })
    expect([status, json.error.type]).toEqual([405, "method_not_allowed"])
  })
})
