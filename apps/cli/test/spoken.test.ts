/** Times and statuses as people write them, and what the API takes for them. */
import { contract } from "@bottega/domain/areas"
import { describe, expect, it } from "vitest"
import { flagsOf } from "../src/flags.ts"
import { spoken } from "../src/spoken.ts"

const now = Date.UTC(2026, 10, 22, 23, 30)
const flags = [...flagsOf(contract.orders.list), ...flagsOf(contract.keys.create), ...flagsOf(contract.coupons.create)]
const read = async (name: string, text: string, zone = "Europe/Rome") =>
  (await spoken(flags, { [name]: text }, { now, zone: async () => zone }))[name]
const utc = (text: string) => String(Date.parse(text) / 1000)

describe("a time", () => {
  it.each([
    ["1795395647", "1795395647"],
    ["now", utc("2026-11-22T23:30:00Z")],
    ["-2h", utc("2026-11-22T21:30:00Z")],
    ["+30d", utc("2026-12-22T23:30:00Z")],
    // In Rome it is the 23rd already.
    ["today", utc("2026-11-23T00:00:00+01:00")],
    ["yesterday", utc("2026-11-22T00:00:00+01:00")],
    ["2026-11-22", utc("2026-11-22T00:00:00+01:00")],
    ["2026-07-01 08:15", utc("2026-07-01T08:15:00+02:00")],
    ["2026-07-01T08:15:30Z", utc("2026-07-01T08:15:30Z")],
    ["2026-07-01T08:15:30.9-0500", utc("2026-07-01T08:15:30-05:00")],
    // Clocks skip this half hour, and show the next one twice in autumn.
    ["2026-03-29 02:30", utc("2026-03-29T03:30:00+02:00")],
    ["2026-10-25 02:30", utc("2026-10-25T02:30:00+01:00")]
  ])("%s is %s", async (text, seconds) => expect(await read("since", text)).toBe(seconds))

  it("is the shop's, in any zone", async () =>
    expect(await read("since", "2026-11-22", "Pacific/Auckland")).toBe(utc("2026-11-22T00:00:00+13:00")))

  it("is sent in ISO 8601 where the API wants that", async () =>
    expect(await read("expires_at", "2026-12-01")).toBe("2026-11-30T23:00:00.000Z"))

  it.each(["soon", "2026-13-01", "2026-02-31", "22.11.2026", "-2 h", "1e9"])("%s is refused", (text) =>
    expect(read("since", text)).rejects.toThrow(`--since must be a time`)
  )
})

describe("a value with a name", () => {
  it.each([
    ["status", "sent", "3"],
    ["status", "Order Paid", "1"],
    ["status", "paid", "1"],
    ["status", "pending-payment", "0"],
    ["status", "archived", "6"],
    ["status", "4", "4"],
    ["status", "99", "99"],
    ["type", "percent", "1"]
  ])("--%s %s is %s", async (name, text, value) => expect(await read(name, text)).toBe(value))

  it("is refused if no label, or more than one, has the word", () =>
    expect(read("status", "order sent")).rejects.toThrow("--status must be one of 0 (Pending Payment), 1 (Order Paid)"))
})
