/** Addresses of the web are recognised in a time that grows with the text, not with the square of a part of their host. */
import { afterEach, expect, it, vi } from "vitest"
import { endpoints as filters } from "../../src/areas/filters/endpoints.ts"
import { endpoints as keys } from "../../src/areas/keys/endpoints.ts"
import { endpoints as payments } from "../../src/areas/payments/endpoints.ts"
import { overviewOf } from "../../src/areas/store.ts"
import { endpoints as variants } from "../../src/areas/variants/endpoints.ts"
import type { Any } from "../../src/contract/endpoint.ts"
import { parse } from "../../src/contract/form.ts"
import { reader } from "../../src/contract/reader.ts"
import { isWebAddress } from "../../src/contract/web-address.ts"

afterEach(() => void vi.restoreAllMocks())

it("an address is http or https, and a URL", () => {
  expect(isWebAddress("http://example.com/1?a=b#c")).toBe(true)
  expect(isWebAddress("HTTPS://bücher.example:8443/è")).toBe(true)
  expect(isWebAddress("https://[2001:db8::1]:8443?a")).toBe(true)
  expect(isWebAddress(`https://${`${"a".repeat(63)}.`.repeat(3)}example/${"a".repeat(90_000)}`)).toBe(true)
  for (const wrong of [
    "http:example.com",
    "https://",
    "http:///example.com",
    "http://a b/",
    "//example.com",
    "ftp://a"
  ])
    expect(isWebAddress(wrong), wrong).toBe(false)
})

it("no long host, and no long part of one, is given to the platform", () => {
  const given = [vi.spyOn(URL, "canParse"), vi.spyOn(URL, "parse")]
  const long = Array.from({ length: 1900 }, (_, at) => String.fromCodePoint(0x9c20 - at)).join("")
  const hosts = [`${long}.com`, `${long}@a.com`, "é.".repeat(950), `${long}:80`, "a".repeat(64)]
  for (const address of hosts.map((host) => `http://${host}/a`)) {
    expect(refused(filters.create, { "images[red]": address })).toContain("images[red]")
    const image = "variantValueTranslations[red][image]"
    expect(refused(variants.translate, { [image]: address })).toContain(image)
    expect(refused(keys.create, { auth_url: address })).toContain("auth_url")
    expect(refused(payments.create, { callback_url: address })).toContain("callback_url")
  }
  expect(given.flatMap(({ mock }) => mock.calls)).toEqual([])
})

it("nor that of a shop's url, which may have been stored at any time", () => {
  const given = [vi.spyOn(URL, "canParse"), vi.spyOn(URL, "parse")]
  for (const host of [`${"鰠".repeat(5000)}.com`, "é.".repeat(950)])
    for (const url of [host, `https://${host}/a`]) expect(overviewOf({ url }).domains).toEqual([])
  expect(given.flatMap(({ mock }) => mock.calls)).toEqual([])
})

/** The parameters that are refused. */
const refused = ({ input }: Any, sent: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const { problems, root } = parse(new URLSearchParams(sent).toString())
  reader(input.ast).read([root], problems)
  return problems.details.map(({ path }) => path)
}
