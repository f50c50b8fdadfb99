/** Signed calls are accepted by the reference library of Standard Webhooks, during a rotation with each valid secret. */
import { rotatedSecrets, validSecrets } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { expect, it, vi } from "vitest"
import { signingSecret } from "../../src/engine/ids.ts"
import { signed } from "../../src/outbound/signature.ts"

const fresh = () => Effect.runSync(signingSecret)
const body = JSON.stringify({ name: "Caffè", data: "a.b\u2028c" })
// The reference library compares with the machine's clock.
const call = (...secrets: ReadonlyArray<string>) => signed({ id: "msg-1", body, secrets })

it("a secret is 32 random bytes in base64", () => {
  expect(fresh()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(fresh()).not.toBe(fresh())
})

it("the reference library accepts a signature, and no other body, secret or id", () => {
  const secret = fresh()
  const headers = call(secret)
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature")
  expect(() => new Webhook(fresh()).verify(body, headers)).toThrow("No matching signature")
  expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "msg-2" })).toThrow("No matching signature")
})

it("signs as the reference library does", () => {
  const secret = fresh()
  const headers = call(secret)
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
  expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign("msg-1", at, body))
})

it("a call is signed with the previous secret too until the overlap ends", () => {
  const [old, next] = [fresh(), fresh()]
  const secrets = rotatedSecrets([{ secret: old, until: null }], { secret: next, overlapSeconds: 60, nowMs: 1000 })!
  expect(validSecrets(secrets, 1000)).toEqual([next, old])
  expect(validSecrets(secrets, 60_999)).toEqual([next, old])
  expect(validSecrets(secrets, 61_000)).toEqual([next])
  const during = call(...validSecrets(secrets, 1000))
  for (const secret of [next, old]) expect(new Webhook(secret).verify(body, during)).toEqual(JSON.parse(body))
})

it("a secret is decoded once, however many calls are signed with it", () => {
  const [secret, other] = [fresh(), fresh()]
  const decoded = vi.spyOn(Buffer, "from")
  for (let n = 0; n < 20; n++) call(secret, other)
  const texts = decoded.mock.calls.filter((given) => (given as ReadonlyArray<unknown>)[1] === "base64")
  decoded.mockRestore()
  expect(texts).toHaveLength(2)
})
