import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { newDatabase, runsMongo } from "../../../tools/mongo/suite.ts"
import { progress } from "../src/house/progress.ts"
import { session } from "./shell.ts"

describe("moving house", () => {
  const { bottega, end, folder, json, run } = session()
  const at = (name: string) => join(folder, name)
  let shop = ""
  const coupon = ["--name", "Ten", "--type", "1", "--value", "10", "--min_sum", "0", "--active", "1"]
  const when = [
    "--start_time",
    "1",
    "--end_time",
    "9",
    "--unlimited",
    "0",
    "--count",
    "5",
    "--set",
    "rules[users_email]="
  ]
  beforeAll(async () => {
    shop = (await json("shops", "create", "Anna")).id
    for (const code of ["ONE", "TWO"]) await bottega("coupons", "create", "--code", code, ...coupon, ...when)
  })
  afterAll(end)

  it("writes a file that only its owner can read, and takes it in elsewhere", async () => {
    const out = await bottega("export", "--output", "anna.ndjson")
    expect(out).toEqual({ code: 0, out: "", err: `Wrote the 6 documents of Anna (${shop}).\n` })
    expect(statSync(at("anna.ndjson")).mode & 0o777).toBe(0o600)
    const taken = await bottega("import", "anna.ndjson", "--data", "new.db")
    expect(taken).toEqual({ code: 0, out: "", err: `Took in the 6 documents of Anna (${shop}).\n` })
    const list = ["coupons", "list", "--json"]
    expect((await bottega("--data", "new.db", ...list)).out).toBe((await bottega(...list)).out)
    expect((await bottega("doctor", "--data", "new.db")).out).toMatch(
      /^Checked:\n( {2}.+\.\n)+Nothing is wrong\. \d+ documents of 1 shops were examined\.\n$/
    )
  })

  it("passes it on through a pipe, options first or last", async () => {
    const piped = await bottega("--data", "bottega.db", "export", "--shop", shop)
    expect(piped.out.split("\n")).toHaveLength(9)
    const taken = await run(["import", "-", "--data", "piped.db", "--json"], { input: piped.out })
    expect({ code: taken.code, err: taken.err }).toEqual({ code: 0, err: "" })
    expect(JSON.parse(taken.out)).toMatchObject([{ shop, name: "Anna", documents: 6, already: false }])
    const again = await run(["import", "-"], { input: piped.out, env: { BOTTEGA_DATA: at("piped.db") } })
    expect(again).toMatchObject({ code: 0, err: `Anna (${shop}) was taken in before; nothing was done.\n` })
  })

  it("goes on with a file that was cut off, once the whole of it is there", async () => {
    const whole = readFileSync(at("anna.ndjson"), "utf8")
    writeFileSync(at("cut.ndjson"), whole.slice(0, -40))
    const cut = await bottega("import", "cut.ndjson", "--data", "cut.db")
    expect(cut.code).toBe(1)
    expect(cut.err).toContain("it was cut off")
    expect((await bottega("shops", "list", "--data", "cut.db")).err).toBe("Nothing found.\n")
    expect((await bottega("import", "anna.ndjson", "--data", "cut.db")).code).toBe(0)
  })

  it("writes all shops into one file, and says what it wrote to programs", async () => {
    const second = (await json("shops", "create", "Second")).id
    const needed = await bottega("export")
    expect(needed).toMatchObject({ code: 2, out: "" })
    expect(needed.err).toMatch(/^There are several shops; --shop chooses one: /)
    const { out } = await bottega("export", "--shop", "all", "--output", "all.ndjson", "--json")
    expect(JSON.parse(out)).toEqual([
      { shop, name: "Anna", documents: 6 },
      { shop: second, name: "Second", documents: 1 }
    ])
  })

  it("never overwrites a shop", async () => {
    const { code, err } = await bottega("import", "anna.ndjson")
    expect({ code, err }).toEqual({
      code: 1,
      err: `The store has a shop ${shop} already; an import overwrites none.\n`
    })
    const told = await bottega("import", "anna.ndjson", "--json")
    expect(JSON.parse(told.err)).toMatchObject({ ok: 0, message: expect.stringContaining("overwrites none") })
  })

  it("leaves the file that was there where it cannot write the new one", async () => {
    mkdirSync(at("folder.ndjson"))
    const { code, err } = await bottega("export", "--shop", shop, "--output", "folder.ndjson")
    expect(code).toBe(1)
    expect(err).toMatch(/^EISDIR|ENOTEMPTY|EEXIST/)
    expect(existsSync(at("folder.ndjson.part"))).toBe(false)
  })

  it.each([
    [
      ["export", "--data", "none.db"],
      /^There is no data file \S+none\.db; --data names one\.\nSee: bottega export --help\n$/
    ],
    [["export", "--shop", "none"], /^There is no shop none; there are /],
    [["export", "anna.ndjson"], /^"anna\.ndjson" is not expected\.\n/],
    [["export", "--shp", "x"], /^--shp is not a flag of export; did you mean --shop\?\n/],
    [["export", "--output"], /^--output needs a value: --output <file>\.\n/],
    [["import"], /^A file is missing: import <file>\|- \[flags\]\.\n/],
    [["import", "none.ndjson"], /^There is no file none\.ndjson\.\n/],
    [["doctor", "--data", "a.db", "--data", "b.db"], /^--data is given twice\.\n/]
  ])("%j is wrong usage", async (args, message) => {
    const { code, err, out } = await bottega(...args)
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(message)
    expect(existsSync(at("none.db"))).toBe(false)
  })

  it("finds damage, and says so with 1", async () => {
    await bottega("import", "anna.ndjson", "--data", "hurt.db")
    const database = new DatabaseSync(at("hurt.db"))
    database.exec("update coupons set at_code = 'three' where id = 1; delete from sequences where key = 'coupons'")
    database.close()
    const { code, err, out } = await bottega("doctor", "--data", "hurt.db")
    expect({ code, err }).toEqual({ code: 1, err: "" })
    expect(out.split("\n").slice(0, 2)).toEqual([
      `Shop ${shop}: coupons 1 is not found by its code as it should be.`,
      `Shop ${shop}: the count coupons gives 1 next, and 2 is in use.`
    ])
    expect(out).toMatch(/\n2 things are wrong\. \d+ documents of 1 shops were examined\.\n$/)
    const told = await bottega("doctor", "--data", "hurt.db", "--json")
    expect(told.code).toBe(1)
    expect(JSON.parse(told.out)).toMatchObject({ shops: 1, wrong: out.split("\n").slice(0, 2), notes: [] })
  })

  it("does not write to what it examines or writes down", async () => {
    const before = readFileSync(at("hurt.db"))
    await bottega("doctor", "--data", "hurt.db")
    await bottega("export", "--data", "hurt.db")
    expect(readFileSync(at("hurt.db")).equals(before)).toBe(true)
    writeFileSync(at("text.db"), "no database\n")
    expect(await bottega("doctor", "--data", "text.db")).toEqual({
      code: 1,
      err: "",
      out: "The file is no SQLite database.\nOne thing is wrong. The documents were not examined.\n"
    })
  })

  it("brings an old file to the shape of today before it answers", async () => {
    await bottega("import", "anna.ndjson", "--data", "old.db")
    const database = new DatabaseSync(at("old.db"))
    database.exec(
      `update coupons set doc = replace(doc, ',"used":0', ''); update shapes set doc = replace(doc, '"shape":"', '"shape":"x')`
    )
    const { n } = database.prepare("select count(*) as n from coupons where doc like '%\"used\"%'").get() as {
      n: number
    }
    expect(n).toBe(0)
    await bottega("coupons", "list", "--data", "old.db")
    const now = database.prepare("select count(*) as n from coupons where doc like '%\"used\":0%'").get() as {
      n: number
    }
    expect(now.n).toBe(2)
    database.close()
  })

  it("moves a shop from a file to MongoDB and back, and leaves a mistyped database alone", async () => {
    const mongo = newDatabase(runsMongo(), "cli")
    const env = { BOTTEGA_MONGO: mongo }
    const none = {
      code: 2,
      out: "",
      err: expect.stringContaining("There is no store in the database; --mongo names one")
    }
    for (const args of [["doctor"], ["export"], ["coupons", "list"]])
      expect(await bottega(...args, "--mongo", mongo)).toEqual(none)
    expect((await bottega("import", "anna.ndjson", "--mongo", mongo)).code).toBe(0)
    expect((await run(["coupons", "list", "--json"], { env })).out).toBe(
      (await bottega("coupons", "list", "--data", "new.db", "--json")).out
    )
    expect((await run(["doctor"], { env })).out).toMatch(
      /^Checked:\n( {2}.+\.\n)+Nothing is wrong\. \d+ documents of 1 shops were examined\.\n$/
    )
    const written = await run(["export", "--output", "back.ndjson"], { env })
    expect(written).toMatchObject({ code: 0, err: expect.stringContaining("What was changed meanwhile may be in it") })
    expect((await bottega("import", "back.ndjson", "--data", "back.db")).code).toBe(0)
    const documents = (text: string) => text.split("\n").slice(1, -2)
    expect(documents((await bottega("export", "--data", "back.db")).out)).toEqual(
      documents(readFileSync(at("anna.ndjson"), "utf8"))
    )
  }, 60_000)

  it.each(["export", "import", "doctor"])("has help for %s", async (name) => {
    const { code, out } = await bottega(name, "--help")
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^Examples:\\n  bottega ${name}`))
    expect((await bottega("help", name)).out).toBe(out)
  })
})

describe("progress", () => {
  const terminal = (isTTY: boolean) => ({ isTTY, write: vi.fn() })
  it("is told on a terminal once it takes longer than a second, and taken away in the end", () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(0)
    const to = terminal(true)
    const watched = progress((count) => `${count} done`, to as never)
    now.mockReturnValue(999)
    watched.at(500)
    expect(to.write).not.toHaveBeenCalled()
    now.mockReturnValue(1000)
    watched.at(12_345)
    now.mockReturnValue(1050)
    watched.at(12_400)
    watched.end()
    expect(to.write.mock.calls).toEqual([["\r12,345 done\u001b[K"], ["\r\u001b[K"]])
    vi.restoreAllMocks()
  })

  it("is not told where nobody watches", () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(0)
    const to = terminal(false)
    const watched = progress((count) => `${count} done`, to as never)
    now.mockReturnValue(5000)
    watched.at(1)
    watched.end()
    expect(to.write).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
