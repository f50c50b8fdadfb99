/** Prices as the programs of a shop compute and print them: none is refused, and each is kept to fifteen digits. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"

const path = "/v1.1/products/product.json"

/** A number by its significant decimal digits, and the power of ten of the first one. */
type Digits = readonly [digits: string, power: number]

const digitsOf = (exponential: string): Digits => {
  const [mantissa = "", power] = exponential.split("e")
  const digits = mantissa.replace(".", "").replace(/0+$/, "")
  return [digits === "" ? "0" : digits, Number(power)]
}

const plain = ([digits, power]: Digits): string => {
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`
  const whole = digits.slice(0, power + 1).padEnd(power + 1, "0")
  return digits.length > power + 1 ? `${whole}.${digits.slice(power + 1)}` : whole
}

/** PHP and Python print an exponent below 0.0001: `1.0e-5` the one, `1e-05` the other. */
const php = ([digits, power]: Digits): string =>
  power < -4 ? `${digits.charAt(0)}.${digits.slice(1) || "0"}e${power}` : plain([digits, power])
const python = ([digits, power]: Digits): string => {
  if (power < -4) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ""
    return `${digits.charAt(0)}${fraction}e-${String(-power).padStart(2, "0")}`
  }
  const text = plain([digits, power])
  return text.includes(".") ? text : `${text}.0`
}

/** How each program prints a double. */
const printers: Readonly<Record<string, (value: number) => string>> = {
  "PHP with serialize_precision 17": (value) => php(digitsOf(value.toExponential(16))),
  "PHP with serialize_precision -1": (value) => php(digitsOf(value.toExponential())),
  Python: (value) => python(digitsOf(value.toExponential())),
  JavaScript: String
}

/** A text's value, rounded half up to fifteen significant digits by its digits alone. */
const rounded = (text: string): number => {
  const [mantissa = "", exponent = "0"] = text.split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const digits = `${whole}${fraction}`.replace(/^0+/, "")
  const scale = Number(exponent) - fraction.length
  if (digits.length <= 15) return Number(`${digits || "0"}e${scale}`)
  const up = digits.charAt(15) >= "5" ? 1n : 0n
  return Number(`${BigInt(digits.slice(0, 15)) + up}e${scale + digits.length - 15}`)
}

const gross = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100)
/** Net prices, shares, discounts, sums and rates as a shop's program computes them. */
const price = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(gross, fc.constantFrom(1.22, 1.1, 1.04, 1.19, 1.2)).map(([sum, tax]) => sum / tax) },
  gross.map((sum) => sum / 3),
  gross.map((sum) => sum * 0.9 * 0.95),
  fc.tuple(gross, gross).map(([one, other]) => one + other * 0.1),
  gross.map((sum) => sum / 1e9),
  gross
)

/** As many variants as a product may have. */
const perProduct = 1000
const rounds = 10

export const prices = (open: () => Promise<Store>): void => {
  it("keep 10,000 computed prices as four programs print them, on a form and in JSON", async () => {
    const store = await open()
    const values = fc.sample(price, perProduct * rounds)
    const names = Object.keys(printers)
    const texts = values.map((value, index) => printers[names[index % names.length]!]!(value))
    for (let round = 0; round < rounds; round++) {
      const sent = texts.slice(round * perProduct, (round + 1) * perProduct)
      const { json, status } = await store.send(round % 2 === 0 ? formOf(round, sent) : jsonOf(round, sent))
      expect([status, json.error?.details]).toEqual([200, undefined])
      const { variants } = await store.api.products.read({ uid: json.uid })
      expect(variants.map(({ price }, index) => [sent[index], price])).toEqual(
        sent.map((text) => [text, rounded(text)])
      )
    }
  })

  it.each([
    ["3.3000000000000003", 3.3],
    ["7.7868852459016393", 7.78688524590164],
    ["1.0e-7", 1e-7],
    ["1E+2", 100],
    [" 9.50 ", 9.5],
    ["0.1234567890123455", 0.123456789012346]
  ])("keep %j as %d", async (text, kept) => {
    const store = await open()
    const { json } = await store.send(formOf(`${text.trim()}!`, [text]))
    expect((await store.api.products.read({ uid: json.uid })).variants).toMatchObject([{ price: kept }])
  })

  it("say why a text is not a price", async () => {
    const { send } = await open()
    const reasons = {
      "1,5": "must be a number with a point, and not a comma, before its decimals",
      "1000000000000": "must be less than 10^12, with at most 12 digits before the point",
      "0x10": "must be a number, such as 12.5",
      "-1": "must be 0 or more"
    }
    const { json, status } = await send(formOf("why", Object.keys(reasons)))
    expect([status, json.error.details]).toEqual([
      400,
      Object.values(reasons).map((message, index) => ({ path: `variants[${index}][price]`, message }))
    ])
  })

  it("are named up to a hundred when they are wrong, each name cut at 200 characters, and counted", async () => {
    const { send } = await open()
    const long = `variants[0][attributes][${"k".repeat(300)}][x]=1`
    const { body, ...request } = formOf(
      "many",
      Array.from({ length: 120 }, () => "x")
    )
    const { json, status } = await send({ ...request, body: `${long}&${body}` })
    const { details } = json.error
    expect([status, details.length, json.err]).toEqual([
      400,
      100,
      expect.stringMatching(/\. 121 parameters are wrong; details names 100 of them\.$/)
    ])
    expect(details.map(({ path }: { path: string }) => path.length)).toContain(200)
    expect(details.at(-1).path).toMatch(/^variants\[\d+\]\[price\]$/)
  })
}

const formOf = (code: string | number, sent: ReadonlyArray<string>) => ({
  method: "POST",
  path,
  body: [
    `code=P${code}&title=x&price=1`,
    ...sent.map(
      (text, index) => `variants[${index}][sku]=P${code}.${index}&variants[${index}][price]=${encodeURIComponent(text)}`
    )
  ].join("&")
})

/** The JSON contains the numbers as their program printed them. */
const jsonOf = (code: number, sent: ReadonlyArray<string>) => ({
  method: "POST",
  path,
  headers: { "content-type": "application/json" },
  body: `{"code":"P${code}","title":"x","price":1,"variants":[${sent
    .map((text, index) => `{"sku":"P${code}.${index}","price":${text}}`)
    .join(",")}]}`
})
