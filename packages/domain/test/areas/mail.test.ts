/** The rules of messages: their attempts, what they lose with a person, and the schedule by which they are tried again. */
import { assert, describe, it } from "vitest"
import { collections, escapeHtml, type Message, withAttempt } from "../../src/areas/mail.ts"
import { retryDelayMs, retryDelaysSeconds } from "../../src/contract.ts"

const { mail } = collections
const older = {
  ...{ id: "06423e0c5d1a8e4f1c2b3a", to: "Anna@posta.it", subject: "Benvenuto", text: "Ciao", html: "<p>Ciao</p>" },
  ...{ reason: "welcome", state: "kept", ts: 1_790_000_000 }
}
const message: Message = mail.decode(JSON.stringify(older))

it("a message of the form before is one of the present form, found as before", () => {
  assert.deepInclude(message, {
    reason: "b2b_welcome",
    state: "kept",
    attempts: [],
    rendered: true,
    order: null,
    due: null
  })
  assert.deepEqual(mail.decode(mail.encode(message)), message)
  assert.strictEqual(mail.lookups.to.of(message), "anna@posta.it")
})

it("keeps its newest twenty attempts, each with 500 characters of the reply", () => {
  let tried = message
  for (let ts = 1; ts <= 30; ts++) tried = withAttempt(tried, { ts, reply: "x".repeat(10_000), ok: false })
  assert.deepEqual(
    tried.attempts.map(({ ts }) => ts),
    Array.from({ length: 20 }, (_, n) => n + 11)
  )
  assert.isTrue(tried.attempts.every(({ reply }) => reply.length === 500))
})

describe("without a person", () => {
  const { erased, freeTexts } = mail.personal as Exclude<typeof mail.personal, "none" | undefined>
  const person = { email: "anna@posta.it", digest: "", customers: ["5f0c3a2b0e1f4a0000000001"], userUIDs: [] }
  const toShop: Message = { ...message, to: "shop@posta.it", people: ["anna@posta.it"] }

  it("nothing of a message to them is left, and nothing of one that mentions them and was sent", () => {
    assert.isUndefined(erased(message, person))
    assert.isUndefined(erased(toShop, person))
    assert.isUndefined(erased({ ...toShop, people: person.customers }, person))
    const other = { ...toShop, people: ["joanna@posta.it"] }
    assert.strictEqual(erased(other, person), other)
  })

  it("a queued message to somebody else is written again", () => {
    const left = erased({ ...toShop, state: "queued", due: 1 }, person)
    assert.deepInclude(left, { subject: "", text: "", html: "", rendered: false, state: "queued", due: 1, people: [] })
  })

  it("their address is taken out of the texts and replies of others' messages, as HTML spells it too", () => {
    const email = "o'brien@posta.it"
    const mentioned: Message = {
      ...{ ...toShop, text: `for ${email}`, html: `<p>${escapeHtml(email)} xo'brien@posta.it</p>` },
      attempts: [{ ts: 1, reply: `550 <${email}>`, ok: false }]
    }
    const left = freeTexts!.without(mentioned, email)
    assert.notInclude(left.text + left.attempts[0]!.reply, email)
    assert.strictEqual(left.html, "<p> xo'brien@posta.it</p>")
    assert.strictEqual(freeTexts!.without(left, "nobody@posta.it"), left)
  })
})

it("escapes each character that means something in HTML, and nothing else", () => {
  assert.strictEqual(
    escapeHtml(`<a b="c" d='e'>&amp; è</a>`),
    "&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp; è&#60;/a&#62;"
  )
})

it("the schedule has nine retries, each a tenth earlier or later at most", () => {
  for (const [at, seconds] of retryDelaysSeconds.entries()) {
    assert.strictEqual(retryDelayMs(at + 1, 0), seconds * 900)
    assert.strictEqual(retryDelayMs(at + 1, 0.5), seconds * 1000)
    assert.strictEqual(retryDelayMs(at + 1, 1), Math.round(seconds * 1100))
  }
  assert.isUndefined(retryDelayMs(retryDelaysSeconds.length + 1, 0.5))
})
