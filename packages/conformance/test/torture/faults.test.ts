/** Checks a real server on a failing disk and on a full one, and what is on the disk before an answer. */
import { expect, it } from "vitest"
import { whyNoFailing, whyNoFilling } from "../../src/torture/disk.ts"
import { backingUp, type Faulted, failing, faultLine, filling, pretending } from "../../src/torture/faults.ts"
import { type Place, placed, placeOf } from "../../src/torture/process.ts"
import { answeredIn, callsOf, traced, traceLine, whyNoTrace } from "../../src/torture/trace.ts"

/** Runs a case if the machine can; otherwise the case's name says why it did not run. */
const where = (name: string, whyNot: () => string | undefined, run: (place: Place) => Promise<void>) =>
  it(name, async () => {
    const why = whyNot()
    if (why !== undefined) return console.log(`not run: ${name}: ${why}`)
    return placed(placeOf("sqlite"), run)
  })

where("synchronises the disk before each answered write", whyNoTrace, async (place) => {
  const answered = await traced(place, { alone: 40, together: 60 })
  console.log(traceLine(answered))
  expect(answered.filter(({ durable }) => !durable)).toEqual([])
  expect(answered.length).toBeGreaterThanOrEqual(100)
})

/** Nothing is lost, and everything that was refused was refused for the one reason. */
const held = (what: string, faulted: Faulted, type: string) => {
  console.log(faultLine(what, faulted))
  expect([...faulted.lost, ...faulted.wrong]).toEqual([])
  expect(Object.keys(faulted.refused)).toEqual([type])
  expect(faulted.acknowledged).toBeGreaterThan(50)
}

where("refuses writes while the disk fails, reads on, and loses nothing", whyNoFailing, async (place) => {
  const failed = await failing(place, 6)
  held("failing disk", failed, "storage_unavailable")
  // A write that failed to reach the disk may later be found in the log, so a sender must not believe that nothing
  // happened.
  expect(failed.sentences.join("\n")).toContain("it is not known whether the change was made")
})

where("refuses writes while the disk is full, reads on, and writes when there is room", whyNoFilling, async (place) => {
  held("full disk", await filling(place, 7), "storage_full")
})

where("does the same where it is only made to see a full disk", whyNoFailing, async (place) => {
  held("full disk, pretended", await pretending(place, 8), "storage_full")
})

where("backs up while two servers write, and leaves nothing on a disk that is full", whyNoFilling, async (place) => {
  const { acknowledged, examined, made, refused } = await backingUp(place, 9)
  expect(refused).toMatch(/^The copy \S+copy\.db cannot be written: .*disk is full\.\nended 1\n$/)
  expect(made).toMatch(/^Wrote \S+copy\.db, [\d,]+ bytes\.\n$/)
  expect(examined).toContain("Nothing is wrong.")
  expect(acknowledged).toBeGreaterThan(50)
})

it("finds a write in a trace that was answered too early", () => {
  const arrives = '7 read(28<socket:[1]>, "POST /v1.1/orders/order.json HTTP/1.1"..., 65536) = 268'
  const written = '7 pwrite64(22</d/shop.db-wal>, "\\0\\0"..., 8192, 32) = 8192'
  const synced = "7 fsync(22</d/shop.db-wal>) = 0"
  const failed = "7 fsync(22</d/shop.db-wal>) = -1 EIO (Input/output error) (INJECTED)"
  const answer = '7 write(28<socket:[1]>, "HTTP/1.1 200 OK\\r\\n"..., 472) = 472'
  const refusal = '7 write(28<socket:[1]>, "HTTP/1.1 503 Service"..., 472) = 472'
  const [begins, ends] = ["7 fsync(22</d/shop.db-wal> <unfinished ...>", "7 <... fsync resumed>) = 0"]
  const durable = (...lines: ReadonlyArray<string>) =>
    answeredIn(callsOf(lines.join("\n")), "/d/shop.db").map((one) => one.durable)
  expect(durable(arrives, written, synced, answer)).toEqual([true])
  expect(durable(arrives, written, begins, ends, answer)).toEqual([true])
  expect(durable(arrives, written, answer, synced)).toEqual([false])
  expect(durable(arrives, written, begins, answer, ends)).toEqual([false])
  expect(durable(written, synced, arrives, answer)).toEqual([false])
  expect(durable(arrives, synced, written, answer)).toEqual([false])
  expect(durable(arrives, written, failed, answer)).toEqual([false])
  expect(durable(arrives, written, synced.replace("shop.db", "other.db"), answer)).toEqual([false])
  expect(durable(arrives, written, failed, refusal)).toEqual([])
})
