/** Products and customers from CSV: by the operations that make them, with a report by line. */

import { once } from "node:events"
import { createWriteStream, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { session } from "./shell.ts"

describe("bottega import --kind", () => {
  const { apart, bottega, end, folder, json, run } = session()
  const file = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
  beforeAll(async () => void (await json("shops", "create", "Anna")))
  afterAll(end)

  it("makes a product of each row, by own names and by usual ones", async () => {
    file(
      "products.csv",
      '\ufeffSKU;Product name;Regular price;Sale price;Stock;tags;Colour\r\nLAMP;"Lamp; red, ""large""";30;25.5;4;"light,home";red\r\n\r\nCUP;"Cup\r\nof two lines";7;;;;\r\n'
    )
    const dry = await bottega("import", "products.csv", "--kind", "products", "--dry-run")
    expect(dry).toEqual({
      code: 0,
      out: "",
      err: "Ignored columns: Colour.\n2 rows would be imported; nothing was written, 0 rows refused.\n"
    })
    expect(await json("products", "list")).toEqual([])
    const done = await bottega("import", "products.csv", "--kind", "products")
    expect(done).toEqual({ code: 0, out: "", err: "Ignored columns: Colour.\n2 rows imported, 0 rows refused.\n" })
    expect(await json("products", "list", "--nodes", "title,tags")).toMatchObject([
      { code: "LAMP", title: 'Lamp; red, "large"', price: 30, final_price: 25.5, tags: ["light", "home"] },
      { code: "CUP", title: "Cup\r\nof two lines", price: 7, final_price: 7, tags: [] }
    ])
    expect(await json("inventory", "list")).toMatchObject([{ quantity: 4 }, { quantity: null }])
    expect((await bottega("doctor")).out).toContain("Nothing is wrong.")
  })

  it("names every wrong column of a row by its line, its header and the reason, and imports the rest", async () => {
    await bottega("products", "create", "--code", "KNOWN", "--title", "Known", "--price", "1")
    file(
      "wrong.csv",
      'sku,title,Prezzo,quantity,brandUID\nA,Fine,1,1,\nB,Two,dear,some,9\nKNOWN,Known,1,,\nD,,1,,\n\nA,Again,2,,\nE,Short\n"F","\u001b[31m\n",-1,,x\n'
    )
    const args = ["import", "wrong.csv", "--kind", "products", "--columns", "Prezzo=price"]
    const lines = [
      "line 3, column Prezzo: must be a number",
      "line 3, column quantity: must be a whole number",
      "line 4, column sku: is the SKU of another product or variant",
      "line 5, column title: is required",
      "line 7, column sku: is also on line 2",
      "line 8: has 2 cells, but the file has 5 columns",
      "line 9, column Prezzo: must be 0 or more",
      "line 9, column brandUID: must be a whole number"
    ]
    const dry = await bottega(...args, "--dry-run")
    const found = dry.out.trimEnd().split("\n")
    expect(found.map((line) => line.replace(/: .*/, ""))).toEqual(lines.map((line) => line.replace(/: .*/, "")))
    expect(found).toContain("line 7, column sku: is also on line 2")
    expect(found).toContain("line 8: has 2 cells, but the file has 5 columns")
    const done = await bottega(...args)
    expect(done.code).toBe(1)
    expect(done.out).toBe(dry.out)
    expect(done.err).toBe("1 row imported, 6 rows refused.\n")
    expect(done.out).not.toContain("\u001b")
    const again = JSON.parse((await bottega(...args, "--json")).out)
    expect(again).toMatchObject({ rows: 7, made: 0, refused: 7, dry_run: false, ignored: [] })
    expect(again.problems).toContainEqual({ line: 2, column: "sku", reason: expect.any(String) })
  })

  it("makes customers, from stdin too", async () => {
    const input = "E-mail,First name,Last name,Postal code,countryUID\na@b.it,Anna,Rossi,20121,380\nx,,,,\n"
    const { code, err, out } = await run(["import", "-", "--kind", "customers"], { input })
    expect({ code, err }).toEqual({ code: 1, err: "1 row imported, 1 row refused.\n" })
    expect(out).toMatch(/^line 3, column E-mail: /)
    expect(await json("customers", "list")).toMatchObject([{ email: "a@b.it", fullname: "Anna Rossi" }])
  })

  it("refuses another kind of file at once, and writes nothing", async () => {
    const first = async (...args: ReadonlyArray<string>) => (await bottega("import", ...args)).err.split("\n")[0]
    file("none.csv", "")
    file("few.csv", "sku,price\nX,1\n")
    file("twice.csv", "sku,code,title,price\nX,X,X,1\n")
    file("open.csv", 'sku,title,price\nX,"never closed,1\n')
    file("latin.csv", Buffer.from("sku,title,price\nX,caff\xe8,1\n", "latin1"))
    expect(await first("none.csv", "--kind", "products")).toBe("The file is empty.")
    expect(await first("few.csv", "--kind", "products")).toBe(
      "The file has no column for title; --columns '<header>=<parameter>' names one."
    )
    expect(await first("twice.csv", "--kind", "products")).toContain("Two columns of the file are code")
    expect(await first("open.csv", "--kind", "products")).toContain("The file is not CSV: ")
    expect(await first("few.csv", "--kind", "orders")).toBe("--kind must be one of products, customers.")
    expect(await first("few.csv", "--dry-run")).toBe("--dry-run is for CSV; say with --kind what the rows are.")
    expect((await bottega("import", "latin.csv", "--kind", "products")).out).toBe(
      "line 2, column title: is not UTF-8\n"
    )
    expect((await json("products", "list")).some(({ code }: { readonly code: string }) => code === "X")).toBe(false)
  })

  it("holds a few rows in memory, however long the file is", async () => {
    const out = createWriteStream(join(folder, "long.csv"))
    out.write("sku,title,price,quantity\n")
    // 64 MB of rows that are refused without a call.
    for (let n = 0; n < 64; n++)
      if (!out.write(`${"S,T\n".repeat(16)}${"x".repeat(1_000_000)}\n`)) await once(out, "drain")
    out.end()
    await once(out, "close")
    const flags = { env: { NODE_OPTIONS: "--max-old-space-size=48" } }
    const done = await apart(["import", "long.csv", "--kind", "products", "--json"], flags)
    expect(JSON.parse(done.out)).toMatchObject({ rows: 64 * 17, made: 0, refused: 64 * 17 })
  })
})
