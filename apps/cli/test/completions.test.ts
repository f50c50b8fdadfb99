/** Bash completes ids of the store that a command line names, and never runs what an id says. */
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { contract } from "@bottega/domain/areas"
import { entries, fieldsOf } from "@bottega/domain/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listersOf } from "../src/ids.ts"
import { environment, main, session } from "./shell.ts"

describe("the completions of bash", () => {
  const { bottega, end, folder, json } = session()
  afterAll(end)
  beforeAll(async () => {
    await json("shops", "create", "Anna", "--data", "anna shop.db")
    const store = ["--data", "anna shop.db"]
    for (const name of ["Rossi", "Bianchi"]) await json("brands", "create", name, ...store)
    for (const code of ["MUG", "$(touch run)", "`touch run` \u001b[31m"])
      await json("products", "create", "--code", code, "--title", "Mug", "--price", "1", ...store)
    writeFileSync(join(folder, "bottega.bash"), (await bottega("completions", "bash")).out)
    writeFileSync(join(folder, "bottega"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
    chmodSync(join(folder, "bottega"), 0o755)
  })

  const completed = (...line: ReadonlyArray<string>): ReadonlyArray<string> => {
    const program = `source ./bottega.bash; COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _bottega; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = { ...environment, PATH: `${folder}:${process.env["PATH"]}` }
    return execFileSync("bash", ["-c", program, "bash", "bottega", ...line], { cwd: folder, encoding: "utf8", env })
      .split("\n")
      .slice(0, -1)
  }
  const store = ["--data", '"anna shop.db"']

  it("offer the ids that a flag takes", () => {
    expect(completed(...store, "products", "update", "--brandUID", "")).toEqual(["1", "2"])
    expect(completed("products", "update", ...store, "--brandUID", "=", "2")).toEqual(["2"])
  })

  it("offer the ids that an operation takes without a flag, beside its flags", () => {
    expect(completed(...store, "brands", "read", "")).toEqual(expect.arrayContaining(["--uid", "--json", "1", "2"]))
    expect(completed(...store, "brands", "read", "--u")).toEqual(["--uid", "--url"])
  })

  it("offer shops before an area", () => {
    expect(completed(...store, "--shop", "")).toHaveLength(1)
  })

  it("quote what an id says, and leave out what steers a terminal", () => {
    expect(completed(...store, "inventory", "increment", "--sku", "")).toEqual(["MUG", "\\$\\(touch\\ run\\)"])
    expect(existsSync(join(folder, "run"))).toBe(false)
  })

  it("offer nothing, and make nothing, where there is no store", () => {
    expect(completed("--data", "none.db", "products", "update", "--brandUID", "")).toEqual([""])
    expect(existsSync(join(folder, "none.db"))).toBe(false)
  })
})

describe("ids", () => {
  const listers = listersOf(contract)

  it("are listed by an operation that needs no parameter and spends no limit of its own", () => {
    const listed = Object.fromEntries(
      [...listers].map(([names, { entry, id, label }]) => [names, [entry.id, id, label]])
    )
    expect(listed).toMatchObject({
      brands: ["brands.list", "uid", "name"],
      customers: ["customers.list", "id", "fullname"],
      inventory: ["inventory.list", "sku", undefined],
      orders: ["orders.list", "orderID", "orderDate"],
      products: ["products.list", "uid", "title"],
      shops: ["shops.list", "id", "name"],
      users: ["customers.list", "userUID", "fullname"]
    })
    // Each page of the gallery counts against a limit of changes; an address is found by its customer only, a message by
    // its shop; email templates are a list within their answer.
    const named = entries(contract).flatMap(({ endpoint }) => fieldsOf(endpoint).flatMap(({ names }) => names ?? []))
    expect([...new Set(named)].filter((names) => !listers.has(names)).sort()).toEqual([
      "addresses",
      "emailTemplates",
      "images",
      "mail",
      "states"
    ])
  })
})
