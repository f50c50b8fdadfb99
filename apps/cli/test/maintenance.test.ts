import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { open } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { progress } from "../src/maintenance/progress.ts"
import { environment, main, session } from "./shell.ts"

describe("moving a shop", () => {
  const { apart, bottega, end, folder, json, run } = session()
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

  it("exports a file that only its owner can read, and imports it elsewhere", async () => {
    const out = await bottega("export", "--output", "anna.ndjson")
    expect(out).toEqual({ code: 0, out: "", err: `Exported the 6 documents of Anna (${shop}).\n` })
    expect(statSync(at("anna.ndjson")).mode & 0o777).toBe(0o600)
    const imported = await bottega("import", "anna.ndjson", "--data", "new.db")
    expect(imported).toEqual({ code: 0, out: "", err: `Imported the 6 documents of Anna (${shop}).\n` })
    const list = ["coupons", "list", "--json"]
    expect((await bottega("--data", "new.db", ...list)).out).toBe((await bottega(...list)).out)
    expect((await bottega("doctor", "--data", "new.db")).out).toMatch(
      /^Checked:\n( {2}.+\.\n)+Nothing is wrong\. \d+ documents of 1 shop, and \d+ documents of the installation, were checked\.\n$/
    )
  })

  it("exports and imports through a pipe, with options first or last", async () => {
    const piped = await apart(["--data", "bottega.db", "export", "--shop", shop])
    expect(piped.out.split("\n")).toHaveLength(9)
    const imported = await apart(["import", "-", "--data", "piped.db", "--json"], { input: piped.out })
    expect({ code: imported.code, err: imported.err }).toEqual({ code: 0, err: "" })
    expect(JSON.parse(imported.out)).toMatchObject([{ shop, name: "Anna", documents: 6, files: 0, already: false }])
    const again = await run(["import", "-"], { input: piped.out, env: { BOTTEGA_DATA: at("piped.db") } })
    expect(again).toMatchObject({ code: 0, err: `Anna (${shop}) was imported before; nothing was done.\n` })
  })

  it("resumes an import that was cut off, from the complete file", async () => {
    const whole = readFileSync(at("anna.ndjson"), "utf8")
    writeFileSync(at("cut.ndjson"), whole.slice(0, -40))
    const cut = await bottega("import", "cut.ndjson", "--data", "cut.db")
    expect(cut.code).toBe(1)
    expect(cut.err).toContain("it was cut off")
    expect((await bottega("shops", "list", "--data", "cut.db")).err).toBe("Nothing found.\n")
    expect((await bottega("import", "anna.ndjson", "--data", "cut.db")).code).toBe(0)
  })

  it("counts the same documents and files when it exports, imports and checks a shop", async () => {
    const picture = Buffer.from("R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64")
    writeFileSync(at("picture.gif"), picture)
    const counted = (await json("shops", "create", "Counted", "--data", "counted.db")).id
    await bottega("gallery", "create", "@picture.gif", "--data", "counted.db")
    await bottega("coupons", "create", "--code", "ONE", ...coupon, ...when, "--data", "counted.db")
    const exported = await bottega("export", "--data", "counted.db", "--output", "counted.ndjson")
    const amount = /^Exported the (\d+ documents and 2 files) of Counted/.exec(exported.err)?.[1]
    expect([exported.err, amount]).not.toContain(undefined)
    const imported = await bottega("import", "counted.ndjson", "--data", "moved.db")
    expect(imported.err).toBe(`Imported the ${amount} of Counted (${counted}).\n`)
    for (const data of ["counted.db", "moved.db"])
      expect((await bottega("doctor", "--data", data)).out).toMatch(
        new RegExp(`\\. ${amount} of 1 shop, and \\d+ documents? of the installation, were checked\\.\n$`)
      )
    const [documents, files] = [Number(amount!.split(" ")[0]), 2]
    const exportedAgain = await bottega("export", "--data", "moved.db", "--output", "again.ndjson", "--json")
    const repeated = await bottega("import", "counted.ndjson", "--data", "moved.db", "--json")
    expect([JSON.parse(exportedAgain.out), JSON.parse(repeated.out)]).toMatchObject([
      [{ documents, files }],
      [{ documents, files, already: true }]
    ])
    const checked = await bottega("doctor", "--data", "moved.db", "--json")
    expect(JSON.parse(checked.out)).toMatchObject({ documents, files, shops: 1, installation: expect.any(Number) })
  })

  it("exports all shops into one file, and lists them as JSON", async () => {
    const second = (await json("shops", "create", "Second")).id
    const needed = await bottega("export")
    expect(needed).toMatchObject({ code: 2, out: "" })
    expect(needed.err).toMatch(/^There are several shops; choose one with --shop: /)
    const { out } = await bottega("export", "--shop", "all", "--output", "all.ndjson", "--json")
    expect(JSON.parse(out)).toEqual([
      { shop, name: "Anna", documents: 6, files: 0 },
      { shop: second, name: "Second", documents: 1, files: 0 }
    ])
  })

  it("never overwrites a shop", async () => {
    const { code, err } = await bottega("import", "anna.ndjson")
    expect({ code, err }).toEqual({
      code: 1,
      err: `The store already has a shop ${shop}; an import does not overwrite shops.\n`
    })
    const printed = await bottega("import", "anna.ndjson", "--json")
    expect(JSON.parse(printed.err)).toMatchObject({
      ok: 0,
      message: expect.stringContaining("does not overwrite shops")
    })
  })

  it("replaces no data file with an export", async () => {
    const copy = at("copied.db")
    await bottega("backup", "copied.db")
    const before = readFileSync(copy)
    const { code, err } = await bottega("export", "--shop", shop, "--output", "copied.db")
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^copied\.db is a data file; name another/) })
    expect(readFileSync(copy).equals(before)).toBe(true)
  })

  it.each(["--json=0", "--json=false"])("does not use a switch that %s turns off", async (off) => {
    const store = ["--data", "new.db"]
    const doctor = await bottega("doctor", off, ...store)
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringMatching(/^Checked:/)])
    const listed = await bottega("coupons", "list", off, ...store)
    expect(listed.out).toMatch(/^uid /)
    expect((await bottega(off, "coupons", "list", ...store)).out).toBe(listed.out)
    expect((await bottega("coupons", "list", ...store, off.replace(/=.*/, "=no"))).err).toMatch(
      /^--json must be 1 or 0\./
    )
  })

  it("leaves the old file if it cannot write the new one", async () => {
    mkdirSync(at("folder.ndjson"))
    const { code, err } = await bottega("export", "--shop", shop, "--output", "folder.ndjson")
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^folder\.ndjson is a folder; name a file\./) })
    expect(readdirSync(at(".")).filter((name) => name.endsWith(".part"))).toEqual([])
    const lost = await bottega("export", "--shop", shop, "--output", "none/shop.ndjson")
    expect(lost).toMatchObject({ code: 1, err: expect.stringMatching(/^none\/shop\.ndjson cannot be written: ENOENT/) })
  })

  it.each([
    ["folder", /^folder is a folder; name a file\./],
    ["socket", /^socket cannot be read: ENXIO/],
    ["/dev/null", /^The file is empty\.\n$/],
    ["plain.txt", /^Line 1 is not the beginning of an exported shop\.\n$/]
  ])("makes no store for %s, which is not an export", async (name, sentence) => {
    mkdirSync(at("folder"), { recursive: true })
    writeFileSync(at("plain.txt"), "hello\n")
    const listening = createServer().listen(at("socket"))
    await once(listening, "listening")
    try {
      expect((await bottega("import", name, "--data", "made.db")).err).toMatch(sentence)
      expect(readdirSync(folder).filter((file) => file.startsWith("made.db"))).toEqual([])
    } finally {
      listening.close()
    }
  })

  it("writes into a pipe or a device, and does not replace it", async () => {
    execFileSync("sh", ["-c", "mkfifo pipe"], { cwd: folder })
    const pipe = await open(at("pipe"), constants.O_RDWR)
    try {
      expect((await bottega("export", "--shop", shop, "--output", "pipe")).code).toBe(0)
      expect((await pipe.read(Buffer.alloc(1 << 16))).buffer.toString()).toMatch(/^\{"bottega":/)
      expect(statSync(at("pipe")).isFIFO()).toBe(true)
    } finally {
      await pipe.close()
    }
  })

  it.each([
    [
      ["export", "--data", "none.db"],
      /^There is no data file \S+none\.db; use --data to name one\.\nSee: bottega export --help\n$/
    ],
    [["export", "--shop", "none"], /^There is no shop none; the shops are /],
    [["export", "anna.ndjson"], /^"anna\.ndjson" is not expected\.\n/],
    [["export", "--shp", "x"], /^--shp is not a flag of export; did you mean --shop\?\n/],
    [["export", "--output"], /^--output needs a value: --output <file>\.\n/],
    [["export", "--output", "", "--shop", "all"], /^--output needs the name of a file\.\n/],
    [["export", "--salvage=maybe"], /^--salvage must be 1 or 0\.\n/],
    [["import", ""], /^A file is missing: import <file>\|- \[flags\]\.\n/],
    [["backup", ""], /^A file is missing: backup <file> \[flags\]\.\n/],
    [["backup", "-"], /^A backup is written to a file, not to stdout; name one\.\n/],
    [["import"], /^A file is missing: import <file>\|- \[flags\]\.\n/],
    [["import", "none.ndjson"], /^There is no file none\.ndjson\.\n/],
    [["doctor", "--data", "a.db", "--data", "b.db"], /^--data is given twice\.\n/]
  ])("%j is wrong usage", async (args, message) => {
    const { code, err, out } = await bottega(...args)
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(message)
    expect(existsSync(at("none.db"))).toBe(false)
  })

  it("reports damage, and exits with 1", async () => {
    await bottega("import", "anna.ndjson", "--data", "hurt.db")
    const database = new DatabaseSync(at("hurt.db"))
    database.exec("update coupons set at_code = 'three' where id = 1; delete from sequences where key = 'coupons'")
    database.close()
    const { code, err, out } = await bottega("doctor", "--data", "hurt.db")
    expect({ code, err }).toEqual({ code: 1, err: "" })
    expect(out.split("\n").slice(0, 2)).toEqual([
      `Shop ${shop}: coupons 1 is not found by its code.`,
      `Shop ${shop}: the counter coupons would give 1 next, but 2 is in use.`
    ])
    expect(out).toMatch(
      /\n2 things are wrong\. \d+ documents of 1 shop, and \d+ documents of the installation, were checked\.\n$/
    )
    const printed = await bottega("doctor", "--data", "hurt.db", "--json")
    expect(printed.code).toBe(1)
    expect(JSON.parse(printed.out)).toMatchObject({ shops: 1, wrong: out.split("\n").slice(0, 2), notes: [] })
  })

  it("does not write to a store that it exports, and only its own record to one that it checks", async () => {
    const before = readFileSync(at("hurt.db"))
    await bottega("export", "--data", "hurt.db")
    expect(readFileSync(at("hurt.db")).equals(before)).toBe(true)
    const contents = () => {
      const database = new DatabaseSync(at("hurt.db"), { readOnly: true })
      const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
      const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()])
      database.close()
      // One of the two counts the commits.
      const { bottega_generation: _, lastruns: __, ...rest } = Object.fromEntries(rows)
      return rest
    }
    const unchecked = contents()
    await bottega("doctor", "--data", "hurt.db")
    expect(contents()).toEqual(unchecked)
    expect((await json("status", "--data", "hurt.db")).doctor).toEqual({ at: expect.any(String), faults: 2 })
    writeFileSync(at("text.db"), "no database\n")
    expect(await bottega("doctor", "--data", "text.db")).toEqual({
      code: 1,
      err: "",
      out: "The file is not an SQLite database.\nOne thing is wrong. The documents were not checked.\n"
    })
  })

  it("converts an old file to the current shape before it answers", async () => {
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
    const mongo = newDatabase("cli")
    const env = { BOTTEGA_MONGO: mongo }
    const none = {
      code: 2,
      out: "",
      err: expect.stringContaining("There is no store in the database; use --mongo to name one")
    }
    for (const args of [["doctor"], ["export"], ["coupons", "list"], ["console"]])
      expect(await bottega(...args, "--mongo", mongo)).toEqual(none)
    expect((await bottega("import", "anna.ndjson", "--mongo", mongo)).code).toBe(0)
    expect((await run(["coupons", "list", "--json"], { env })).out).toBe(
      (await bottega("coupons", "list", "--data", "new.db", "--json")).out
    )
    expect((await run(["doctor"], { env })).out).toMatch(
      /^Checked:\n( {2}.+\.\n)+Nothing is wrong\. \d+ documents of 1 shop, and \d+ documents of the installation, were checked\.\n$/
    )
    const written = await run(["export", "--output", "back.ndjson"], { env })
    expect(written).toMatchObject({
      code: 0,
      err: expect.stringContaining("The export may contain the old or the new state")
    })
    expect((await bottega("import", "back.ndjson", "--data", "back.db")).code).toBe(0)
    const documents = (text: string) => text.split("\n").slice(1, -2)
    expect(documents((await bottega("export", "--data", "back.db")).out)).toEqual(
      documents(readFileSync(at("anna.ndjson"), "utf8"))
    )
  })

  it.each(["export", "import", "backup", "doctor"])("has help for %s", async (name) => {
    const { code, out } = await bottega(name, "--help")
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^Examples:\\n  bottega ${name}`))
    expect((await bottega("help", name)).out).toBe(out)
  })
})

describe("a data file that is copied, damaged, or another's", () => {
  const { bottega, end, folder, json } = session()
  const at = (name: string) => join(folder, name)
  let shop = ""
  let all = 0
  beforeAll(async () => {
    shop = (await json("shops", "create", "Anna")).id
    for (let n = 0; n < 12; n++)
      await bottega("products", "create", "--code", `SKU-${n}`, "--title", "x".repeat(3000), "--price", "1")
    // Besides its documents, an export has a header, a trailer and a final line break.
    all = (await bottega("export")).out.split("\n").length - 3
  })
  afterAll(end)

  it("is backed up into a new file, and nothing is overwritten", async () => {
    const made = await bottega("backup", "monday.db")
    expect({ ...made, err: made.err.replace(/[\d,]{6,}/, "N") }).toEqual({
      code: 0,
      out: "",
      err: "Wrote monday.db, N bytes.\n"
    })
    expect(statSync(at("monday.db")).mode & 0o777).toBe(0o600)
    const again = await bottega("backup", "monday.db")
    expect(again.code).toBe(2)
    expect(again.err).toMatch(/^The file monday\.db already exists; a backup does not overwrite files\.\n/)
    const [there, here] = [await bottega("export", "--data", "monday.db"), await bottega("export")]
    expect(there.out.split("\n").slice(1, -2)).toEqual(here.out.split("\n").slice(1, -2))
    expect((await bottega("doctor", "--data", "monday.db")).code).toBe(0)
    expect((await bottega("backup")).err).toMatch(/^A file is missing: backup <file> \[flags\]\.\n/)
    expect((await bottega("backup", "none/tuesday.db")).code).toBe(1)
    symlinkSync("nowhere.db", at("link.db"))
    const link = await bottega("backup", "link.db")
    expect({ ...link, left: readlinkSync(at("link.db")) }).toMatchObject({
      code: 2,
      err: again.err.replace("monday", "link"),
      left: "nowhere.db"
    })
    const mongo = await bottega("backup", "x.db", "--mongo", "mongodb://127.0.0.1:1/none")
    expect(mongo.code).toBe(2)
    expect(mongo.err).toMatch(/^Back up a MongoDB with its own tools: mongodump/)
    expect(readdirSync(folder).filter((name) => name.includes("part"))).toEqual([])
    const status = await json("status")
    expect(status).toMatchObject({ backup: { file: at("monday.db"), at: expect.any(String) }, doctor: null })
    expect((await json("status", "--data", "monday.db")).doctor).toMatchObject({ faults: 0 })
  })

  it("is checked and exported from a folder that cannot be written to", async () => {
    mkdirSync(at("sealed"))
    copyFileSync(at("bottega.db"), at("sealed/copy.db"))
    chmodSync(at("sealed/copy.db"), 0o400)
    chmodSync(at("sealed"), 0o500)
    try {
      expect(await bottega("doctor", "--data", "sealed/copy.db")).toMatchObject({
        code: 0,
        err: "This run is not recorded in the store. It cannot be opened: it is a copy that is marked read-only.\n"
      })
      expect((await bottega("export", "--data", "sealed/copy.db")).out.split("\n")).toHaveLength(all + 3)
      expect(readdirSync(at("sealed"))).toEqual(["copy.db"])
    } finally {
      chmodSync(at("sealed"), 0o700)
    }
  })

  /** Copies a file and overwrites pages of a table, from its first to its last leaf. */
  const hurt = (name: string, table: string, limit: number) => {
    copyFileSync(at("bottega.db"), at(name))
    const database = new DatabaseSync(at(name))
    const pages = database
      .prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno limit ?")
      .all(table, limit)
    database.close()
    const opened = openSync(at(name), "r+")
    for (const { pageno } of pages) writeSync(opened, Buffer.alloc(8192, 1), 0, 8192, (Number(pageno) - 1) * 8192)
    closeSync(opened)
  }

  it("yields everything except the documents on a damaged page, and names those", async () => {
    hurt("hurt.db", "products", 1)
    const plain = await bottega("export", "--data", "hurt.db", "--output", "plain.ndjson")
    expect(plain.code).toBe(1)
    expect(plain.err).toMatch(
      /hurt\.db is damaged: .+\. bottega export --salvage exports everything that can still be read\.\n$/
    )
    expect(existsSync(at("plain.ndjson"))).toBe(false)
    const lossless = await bottega("export", "--salvage", "--output", "lossless.ndjson")
    expect(lossless).toMatchObject({ code: 0, err: expect.stringMatching(/\nNothing is lost\.\n$/) })

    const { code, err } = await bottega("export", "--data", "hurt.db", "--salvage", "--output", "hurt.ndjson")
    expect(code).toBe(1)
    const lost = [...err.matchAll(new RegExp(`^Lost: products \\d+ of the shop ${shop}\\.$`, "gm"))].length
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(10)
    expect(err).toContain(`Lost documents: ${lost} of products.`)
    const imported = await bottega("import", "hurt.ndjson", "--data", "mended.db")
    expect(imported).toMatchObject({ code: 0, err: `Imported the ${all - lost} documents of Anna (${shop}).\n` })
    const counted = await bottega("export", "--data", "hurt.db", "--salvage", "--output", "again.ndjson", "--json")
    expect(JSON.parse(counted.out)).toEqual({
      shops: [{ shop, name: "Anna", documents: all - lost, files: 0 }],
      lost: { products: lost }
    })
    expect((await bottega("backup", "hurt-copy.db", "--data", "hurt.db")).err).toMatch(/is damaged: /)
    expect(readdirSync(folder).filter((name) => name.startsWith("hurt-copy"))).toEqual([])
  })

  it.runIf(existsSync("/dev/full"))("has nothing beside it after a command that cannot write its output", async () => {
    copyFileSync(at("bottega.db"), at("unread.db"))
    const full = openSync("/dev/full", "w")
    for (const args of [["export"], ["doctor"]]) {
      const child = spawn(process.execPath, [main, ...args, "--data", "unread.db"], {
        ...{ cwd: folder, env: environment, stdio: ["ignore", full, "ignore"] }
      })
      expect(await once(child, "exit")).toEqual([1, null])
      expect(readdirSync(folder).filter((name) => name.startsWith("unread"))).toEqual(["unread.db"])
    }
    closeSync(full)
  })

  it("is not salvaged by a program that may not read its format", async () => {
    copyFileSync(at("bottega.db"), at("newer.db"))
    const database = new DatabaseSync(at("newer.db"))
    database.exec("update bottega_format set number = 99, writers = 99, readers = 99")
    database.close()
    for (const args of [["export"], ["export", "--salvage"]])
      expect(await bottega(...args, "--data", "newer.db")).toEqual({
        ...{ code: 1, out: "" },
        err: expect.stringContaining("newer.db cannot be opened: it was written by a newer version of this program")
      })
  })

  it("yields the documents of a shop whose own document is lost", async () => {
    hurt("headless.db", "shops", 1)
    const { code, err, out } = await bottega("export", "--data", "headless.db", "--salvage")
    expect(code).toBe(1)
    expect(err).toContain(`Lost: shops ${shop}.\n`)
    expect(out.split("\n").filter((line) => line.startsWith('{"in":"products"'))).toHaveLength(12)
  })

  it("cannot be salvaged if one of the pages that name its tables is damaged, as the guide says", async () => {
    const database = new DatabaseSync(at("bottega.db"))
    const pages = database.prepare("select pageno from dbstat where name = 'sqlite_schema'").all()
    database.close()
    expect(pages).toHaveLength(7)
    for (const { pageno } of pages) {
      copyFileSync(at("bottega.db"), at("blank.db"))
      const opened = openSync(at("blank.db"), "r+")
      // The first page begins with the header of the file.
      const from = pageno === 1 ? 100 : 0
      writeSync(opened, Buffer.alloc(8192 - from, 1), 0, 8192 - from, (Number(pageno) - 1) * 8192 + from)
      closeSync(opened)
      expect(await bottega("export", "--data", "blank.db", "--salvage")).toEqual({
        code: 1,
        err: "A page that names the tables is damaged, so nothing can be read; restore a backup.\n",
        out: ""
      })
    }
  })

  it("is left alone if it belongs to another program", async () => {
    const database = new DatabaseSync(at("notes.db"))
    database.exec("create table notes (text)")
    database.close()
    const before = readFileSync(at("notes.db"))
    for (const args of [
      ["serve", "--port", "0"],
      ["shops", "create", "Anna"],
      ["import", "lossless.ndjson"],
      ["export"],
      ["export", "--salvage"],
      ["backup", "notes-copy.db"]
    ]) {
      const { code, err } = await bottega(...args, "--data", "notes.db")
      expect(code).toBe(1)
      expect(err).toContain("notes.db cannot be opened: it is a database of another program.")
    }
    expect(readFileSync(at("notes.db")).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith("notes"))).toEqual(["notes.db"])
  })
})

describe("progress", () => {
  const terminal = (isTTY: boolean) => ({ isTTY, write: vi.fn() })
  it("is shown on a terminal after the first second, and removed at the end", () => {
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

  it("is not shown without a terminal", () => {
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
