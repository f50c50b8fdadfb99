import { spawn } from "node:child_process"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { main, session } from "./shell.ts"

describe("on the data file", () => {
  const { apart, bottega, end, folder, json, run } = session()
  let shop = ""
  beforeAll(async () => {
    shop = (await json("shops", "create", "Anna")).id
  })
  afterAll(end)

  it("prints one object as names with their values", async () => {
    const { code, err, out } = await bottega("shops", "read", shop)
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toContain(`id              ${shop}\n`)
    expect(out).toContain("name            Anna\n")
  })

  it("prints a list as a table in declared order, without colours or truncation if there is no terminal", async () => {
    const { out } = await bottega("shops", "list")
    const [head, row, ...rest] = out.split("\n")
    expect(head).toMatch(/^id +name +url +currency +locale +timezone/)
    expect(row).toMatch(new RegExp(`^${shop} +Anna +EUR +it_IT +Europe/Rome`))
    expect(rest).toEqual([""])
  })

  it("prints JSON as received, on one line, and nothing else", async () => {
    const { err, out } = await bottega("shops", "read", "--id", shop, "--json")
    expect(err).toBe("")
    expect(out).toMatch(/^\{.*\}\n$/)
    expect(JSON.parse(out)).toMatchObject({ id: shop, name: "Anna", modules: [] })
  })

  it("formats headings only if colours are enabled", async () => {
    const colour = await run(["shops", "list"], { env: { FORCE_COLOR: "1" } })
    const plain = await run(["shops", "list"], { env: { NO_COLOR: "1" } })
    expect(colour.out).toContain("\u001b[1m")
    expect(plain.out).not.toContain("\u001b")
  })

  it("takes lists, switches and JSON, and flags override the JSON", async () => {
    const input = JSON.stringify({ name: "Piped", currency: "USD", emails: ["x@example.com"] })
    const args = ["shops", "create", "--input", "-", "--emails", "a@example.com", "--emails", "b@example.com"]
    const { code, out } = await apart([...args, "--partner_owned", "--modules", "b2b", "--json"], { input })
    expect(code).toBe(0)
    const made = await json("shops", "read", JSON.parse(out).id)
    expect(made).toMatchObject({ name: "Piped", currency: "USD", partner_owned: true, modules: ["b2b"] })
    expect(made.emails).toEqual(["a@example.com", "b@example.com"])
  })

  it("sets a shop's payments and warehouse, which its customers are then offered", async () => {
    const set = ["payments[0][id]=paypal", "payments[0][cost]=1.5", "payments[1][id]=credit_card"]
    const more = ["payments[1][enabled]=0", "warehouse[name]=Hall 1"]
    const flags = [...set, ...more].flatMap((one) => ["--set", one])
    expect((await bottega("shops", "update", shop, ...flags)).code).toBe(0)
    expect(await json("shops", "read", shop)).toMatchObject({
      payments: [
        { id: "paypal", cost: 1.5, enabled: true },
        { id: "credit_card", cost: null, enabled: false }
      ],
      warehouse: { name: "Hall 1", address: "" }
    })
    const { payment_setup, payments } = await json("--shop", shop, "orders", "checkoutMethods")
    expect(payments).toEqual(["bank_transfer", "cash_on_delivery", "paypal"])
    expect(payment_setup.paypal.cost).toBe(1.5)
    const unset = await bottega(
      "shops",
      "update",
      shop,
      "--set",
      "payments[0][id]=paypal",
      "--set",
      "payments[0][cost]=null"
    )
    expect(unset.code).toBe(0)
    expect((await json("shops", "read", shop)).payments[0]).toEqual({ id: "paypal", cost: null, enabled: true })
  })

  it("reads JSON from a file", async () => {
    writeFileSync(join(folder, "shop.json"), '{"timezone": "Europe/Paris"}')
    expect((await bottega("shops", "update", shop, "--input", "@shop.json")).code).toBe(0)
    expect((await json("shops", "read", shop)).timezone).toBe("Europe/Paris")
  })

  it("exits with 1 and names each parameter that the service refuses", async () => {
    const { code, err, out } = await bottega("shops", "create", "X", "--currency", "ABCD", "--stock", "maybe")
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toBe(
      "shops create was refused (400 invalid):\n" +
        "  --currency: must be an ISO 4217 currency, such as EUR\n" +
        "  --stock: must be one of enforce, track, ignore\n"
    )
  })

  it("prints the refusal's body on stderr for programs", async () => {
    const { code, err, out } = await bottega("shops", "read", "nowhere", "--json")
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(JSON.parse(err)).toMatchObject({ ok: 0, error: { type: "not_found", code: 1006, details: [] } })
  })

  it("says on stderr that a list is empty", async () => {
    const fresh = (await json("shops", "create", "Without keys")).id
    expect(await bottega("keys", "list", fresh)).toEqual({ code: 0, out: "", err: "Nothing found.\n" })
  })

  it("removes without confirmation if there is no terminal", async () => {
    const { key } = await json("keys", "create", "--shop", shop, "--permission", "read")
    expect((await bottega("keys", "revoke", key)).code).toBe(0)
    expect((await json("keys", "list", shop))[0].revoked_at).not.toBeNull()
  })

  it("revokes a single pair, and its key set with --all", async () => {
    const { id } = await json("shops", "create", "With one key set")
    const { key } = await json("keys", "create", "--shop", id, "--permission", "read")
    await json("keys", "rotate", key)
    const revoked = async () =>
      (await json("keys", "list", id)).map(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null)
    await bottega("keys", "revoke", key)
    expect(await revoked()).toEqual([false, true])
    await bottega("keys", "revoke", key, "--all", "1")
    expect(await revoked()).toEqual([true, true])
  })

  it("posts a pair over plain http only if private urls are allowed", async () => {
    const create = ["keys", "create", "--shop", shop, "--permission", "read", "--auth_url", "http://127.0.0.1:1/"]
    const refused = await bottega(...create)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("--auth_url: must be an https address") })
    const allowed = await run(create, { env: { BOTTEGA_ALLOW_PRIVATE_URLS: "1" } })
    expect(allowed).toMatchObject({ code: 0, err: "" })
  })

  it("takes effect once if run twice with one idempotency key", async () => {
    const create = ["shops", "create", "Once", "--idempotency-key", "once", "--json"]
    const [first, second] = [await bottega(...create), await bottega(...create)]
    expect(first).toMatchObject({ code: 0, err: "" })
    expect(second).toEqual(first)
  })

  it("lets two processes write to one file at once", async () => {
    const names = ["one", "two", "three", "four"]
    const made = await Promise.all(names.map((name) => apart(["shops", "create", name, "--json"])))
    expect(made.map(({ code, err }) => ({ code, err }))).toEqual(names.map(() => ({ code: 0, err: "" })))
    const groups = made.map(({ out }) => JSON.parse(out).group_number)
    expect(new Set(groups).size).toBe(names.length)
  })

  it("exits silently when the reader of stdout closes it", async () => {
    const child = spawn(process.execPath, [main, "shops", "list"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.destroy()
    let err = ""
    child.stderr.on("data", (part) => (err += part))
    const code = await new Promise((resolve) => child.on("close", resolve))
    expect({ code, err }).toEqual({ code: 0, err: "" })
  })

  it("takes the file from a flag or the environment", async () => {
    const data = join(folder, "other.db")
    await bottega("--data", data, "shops", "create", "Other")
    expect(JSON.parse((await run(["shops", "list", "--json"], { env: { BOTTEGA_DATA: data } })).out)).toHaveLength(1)
  })

  it.each([
    "shops list",
    "brands create --name Acme",
    "keys create --shop 568a5de7b2d8f41c0f8b4567 --permission read",
    "webhooks rotate --shop 568a5de7b2d8f41c0f8b4567 --webhook 568a5de7b2d8f41c0f8b4568",
    "console"
  ])("%s does not create a file", async (line) => {
    const { code, err } = await bottega(...line.split(" "), "--data", "none.db")
    expect(code).toBe(2)
    expect(err).toMatch(/^There is no data file \S+\/none\.db; use --data to name one, or --url to call a server\.\n/)
    expect(existsSync(join(folder, "none.db"))).toBe(false)
  })

  it.each(["shops list", "orders list", "status", "doctor", "export", "export --salvage", "backup copy.db"])(
    "%s refuses a folder, and a file that is empty, and writes nothing into it",
    async (line) => {
      mkdirSync(join(folder, "folder"), { recursive: true })
      writeFileSync(join(folder, "empty.db"), "")
      const place = `${realpathSync(folder)}/folder`
      expect(await bottega(...line.split(" "), "--data", "folder")).toEqual({
        code: 1,
        out: "",
        err: `${place} cannot be opened: it is a folder, not a file.\n`
      })
      const { code, err, out } = await bottega(...line.split(" "), "--data", "empty.db")
      expect({ code, out }).toEqual({ code: 2, out: "" })
      expect(err).toMatch(/^There is no store in the empty file \S+\/empty\.db; use --data to name one[.,]/)
      expect(statSync(join(folder, "empty.db")).size).toBe(0)
    }
  )

  it("says at once that a file cannot be made, and leaves what is there as it is", async () => {
    writeFileSync(join(folder, "plain"), "text")
    symlinkSync("loop", join(folder, "loop"))
    for (const [data, why] of [
      ["/dev/null", "it is not a file"],
      ["plain/new.db", "it is below "],
      ["loop", "ELOOP"],
      ["x".repeat(300), "ENAMETOOLONG"],
      ...(process.platform === "linux" ? [["/proc/none/new.db", "ENOENT"]] : [])
    ] as const) {
      const { code, err } = await bottega("shops", "create", "Anna", "--data", data!)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(` cannot be opened: ${why}`) })
    }
    expect(readFileSync(join(folder, "plain"), "utf8")).toBe("text")
  })

  it.each(["http://x/y.db", "mongodb://db/shops", "file:///y.db"])(
    "refuses the address %s, and makes no folder",
    async (data) => {
      const { code, err } = await bottega("shops", "create", "Anna", "--data", data)
      expect({ code, err }).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^--data must be the path of a file, not an address/)
      })
      expect(existsSync(join(folder, data.split("/")[0]!))).toBe(false)
    }
  )

  it.runIf(existsSync("/dev/full"))("says that the disk is full where stdout goes", async () => {
    const full = openSync("/dev/full", "w")
    const child = spawn(process.execPath, [main, "shops", "list"], { cwd: folder, stdio: ["ignore", full, "pipe"] })
    closeSync(full)
    let err = ""
    child.stderr!.on("data", (part) => (err += part))
    const code = await new Promise((resolve) => child.on("close", resolve))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The output cannot be written: ENOSPC.+\n$/) })
  })

  it("makes a store in a file that is empty, where it would make one without a file", async () => {
    writeFileSync(join(folder, "made.db"), "")
    expect((await bottega("shops", "create", "Anna", "--data", "made.db")).code).toBe(0)
    expect((await bottega("doctor", "--data", "made.db")).code).toBe(0)
    const serving = await bottega("serve", "--port", "0", "--data", "folder")
    expect(serving).toMatchObject({ code: 1, err: expect.stringContaining("it is a folder, not a file") })
  })

  it("says why a file is not a store", async () => {
    writeFileSync(join(folder, "text.db"), "no database\n")
    const { code, err } = await bottega("shops", "list", "--data", "text.db")
    expect({ code, err }).toEqual({
      code: 1,
      err: `${realpathSync(folder)}/text.db cannot be opened: it is not an SQLite database.\n`
    })
  })
})
