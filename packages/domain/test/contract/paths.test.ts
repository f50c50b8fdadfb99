/** Paths are found as they are spelt, with the parameters in them. */
import { expect, it } from "vitest"
import { Paths } from "../../src/contract/paths.ts"

const paths = new Paths<string>()
paths.add("GET", "/", "top")
paths.add("GET", "/shops/list.json", "list")
paths.add("POST", "/shops/list.json", "add")
paths.add("GET", "/shops/:shop/list.json", "list of one")
paths.add("GET", "/shops/:shop/:digest", "file")
paths.add("GET", "/shops/main/logo", "logo")

const found = (path: string) => {
  const { methods, parameters } = paths.find(path) ?? {}
  return methods && [...methods.values(), ...parameters!.map((one) => one.join("="))]
}

it.each([
  ["/", ["top"]],
  ["/shops/list.json", ["list", "add"]],
  ["/shops/a/list.json", ["list of one", "shop=a"]],
  ["/shops/a/b", ["file", "shop=a", "digest=b"]],
  ["/shops/main/logo", ["logo"]],
  ["/shops/main/list.json", ["list of one", "shop=main"]],
  ["/shops/a%2Fb/%63", ["file", "shop=a%2Fb", "digest=%63"]],
  [`/shops/${"a".repeat(200)}/b`, ["file", `shop=${"a".repeat(200)}`, "digest=b"]]
])("%s is found", (path, expected) => expect(found(path)).toEqual(expected))

it.each([
  "",
  "//",
  "/shops",
  "/shops/list.json/",
  "/Shops/list.json",
  "/shops/%6Cist.json",
  "/shops//b",
  "/shops/a/",
  "/shops/a/b/c",
  "/shops/a#/b",
  "/shops/a/b?c",
  `/shops/${"a".repeat(201)}/b`,
  "/".repeat(10_000)
])("%s is not found", (path) => expect(found(path)).toBeUndefined())

it("lists every path once, as it was added", () => {
  expect([...paths].map(([path, methods]) => `${[...methods.keys()].join(",")} ${path}`).toSorted()).toEqual([
    "GET /",
    "GET /shops/:shop/:digest",
    "GET /shops/:shop/list.json",
    "GET /shops/main/logo",
    "GET,POST /shops/list.json"
  ])
})
