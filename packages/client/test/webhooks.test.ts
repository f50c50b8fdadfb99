/** Signatures of events: those of the reference library of Standard Webhooks are accepted, and everything else is refused. */
import { Webhook } from "standardwebhooks"
import { expect, expectTypeOf, it } from "vitest"
import { webhooks } from "../src/index.ts"

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`
const other = `whsec_${Buffer.from("another one of thirty-two bytes!").toString("base64")}`
const event = { id: "e-0-w", type: 0, name: "Orders", data: { orderID: "1_5a", note: "è \u2028 €" } }
const body = JSON.stringify(event)
const now = () => Math.floor(Date.now() / 1000)

/** The headers of a request as the reference library signs it. */
const sentBy = (secret: string, ageSeconds = 0, text = body) => {
  const timestamp = now() - ageSeconds
  return {
    "webhook-id": event.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": new Webhook(secret).sign(event.id, new Date(timestamp * 1000), text)
  }
}

const reasonOf = (check: Promise<unknown>) =>
  check.then(
    () => "accepted",
    (error) => (error instanceof webhooks.SignatureError ? error.reason : Promise.reject(error))
  )

it("accepts what the reference library signs, as text or bytes, with headers of fetch or of Node", async () => {
  const headers = sentBy(secret)
  expect(await webhooks.verify(body, headers, secret)).toEqual(event)
  expect(await webhooks.verify(Buffer.from(body), new Headers(headers), secret)).toEqual(event)
  const bytes = new TextEncoder().encode(body)
  expect(await webhooks.verify(bytes, headers, [other, secret])).toEqual(event)
  expect(await webhooks.verify(bytes.buffer, headers, secret)).toEqual(event)
})

it("accepts a request with a signature of each valid secret, as the reference library does", async () => {
  const one = sentBy(secret)
  const two = new Webhook(other).sign(event.id, new Date(Number(one["webhook-timestamp"]) * 1000), body)
  const headers = { ...one, "webhook-signature": `${two} ${one["webhook-signature"]}` }
  for (const valid of [secret, other]) {
    expect(new Webhook(valid).verify(body, headers)).toEqual(event)
    expect(await webhooks.verify(body, headers, valid)).toEqual(event)
  }
})

it("accepts requests of the last five minutes, and of a sender whose clock is that much ahead", async () => {
  for (const ageSeconds of [200, -290])
    expect(await webhooks.verify(body, sentBy(secret, ageSeconds), secret)).toEqual(event)
  for (const ageSeconds of [310, -400, 1e9])
    expect(await reasonOf(webhooks.verify(body, sentBy(secret, ageSeconds), secret))).toBe("timestamp")
  for (const timestamp of ["", "now", "1e9", "-1", " 1", `${now()}.5`, "9".repeat(400)])
    expect(await reasonOf(webhooks.verify(body, { ...sentBy(secret), "webhook-timestamp": timestamp }, secret))).toBe(
      timestamp === "" ? "headers" : "timestamp"
    )
})

it("refuses another body, id, time or secret", async () => {
  const headers = sentBy(secret)
  const refused = (given: object, text = body, one: string | ReadonlyArray<string> = secret) =>
    reasonOf(webhooks.verify(text, { ...headers, ...given }, one))
  expect(await refused({}, `${body} `)).toBe("signature")
  expect(await refused({ "webhook-id": "e-1-w" })).toBe("signature")
  expect(await refused({ "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1) })).toBe("signature")
  expect(await refused({}, body, other)).toBe("signature")
  expect(await refused({}, body, [])).toBe("signature")
})

it("names a body that a parser made, and a secret that is missing", async () => {
  const refused = (given: unknown, one: unknown = secret) =>
    reasonOf(webhooks.verify(given as string, sentBy(secret), one as string))
  for (const parsed of [event, undefined, null, 5]) expect(await refused(parsed)).toBe("body")
  for (const missing of [null, 5, [secret, undefined]]) expect(await refused(body, missing)).toBe("secret")
  await expect(webhooks.verify(body, sentBy(secret), undefined as never)).rejects.toHaveProperty("reason", "secret")
})

it("refuses signatures that are cut, of another version, or not there", async () => {
  const headers = sentBy(secret)
  const signature = headers["webhook-signature"]
  const refused = (given: unknown) =>
    reasonOf(webhooks.verify(body, { ...headers, "webhook-signature": given as string }, secret))
  for (const wrong of [
    "v1",
    "v1,",
    signature.slice(0, -1),
    `${signature}=`,
    signature.replace("v1,", "v1a,"),
    " ".repeat(9000)
  ])
    expect(await refused(wrong), wrong).toBe("signature")
  for (const absent of ["", undefined, [signature, signature]]) expect(await refused(absent)).toBe("headers")
  expect(await refused(`v1,AAAA v2,x ${signature}`)).toBe("accepted")
})

it("refuses a malformed secret without repeating it", async () => {
  for (const wrong of ["", "whsec_", "whsec_%%%", "not base64!"]) {
    const check = webhooks.verify(body, sentBy(secret), wrong)
    expect(await reasonOf(check)).toBe("secret")
    await check.catch(({ message }) => expect(wrong !== "" && message.includes(wrong)).toBe(wrong === "whsec_"))
  }
})

it("refuses a signed body that is not an event as JSON", async () => {
  for (const text of ["", "type=0&name=Orders", "[]", "null", "1", '{"type":"0"}'])
    expect(await reasonOf(webhooks.verify(text, sentBy(secret, 0, text), secret))).toBe("body")
})

it("gives an event whose type says what its data are", () => {
  type Event = webhooks.WebhookEvent
  const read = (event: Event) => {
    if (event.type === 0) expectTypeOf(event.data.total).toEqualTypeOf<number>()
    if (event.type === 108) expectTypeOf(event.data).toEqualTypeOf<{ readonly id: string; readonly userUID: number }>()
    if (event.type === 101) expectTypeOf(event.orderID).toEqualTypeOf<null>()
    // @ts-expect-error: no event has this type
    if (event.type === 4) return
  }
  expectTypeOf(read).parameter(0).toEqualTypeOf<Event>()
})
