/** A process that is stopped while it delivers, and goes on when another one has its shops: it sends nothing of what it knew. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, it } from "vitest"
import { open, sweep } from "../maintenance/given.ts"
import { begin, TestReceiver } from "./given.ts"

const wait = { timeout: 120_000 }
const beats = { beatMs: 100, deadMs: 4000 }
const orders = 6

let child: ChildProcess | undefined
afterEach(() => void child?.kill("SIGKILL"))

/** Stops a process. Stopped within a commit, it would keep the file locked, and nobody could go on. */
const stoppedBetweenCommits = async (own: ChildProcess, file: string): Promise<void> => {
  const database = new DatabaseSync(file, { timeout: 500 })
  for (;;) {
    own.kill("SIGSTOP")
    try {
      database.exec("begin immediate; rollback")
      return database.close()
    } catch {
      own.kill("SIGCONT")
      await sleep(10)
    }
  }
}

it("repeats the calls that were in progress at most, and sends nothing out of order", async () => {
  const receiver = await new TestReceiver().listen()
  const given = await begin({ store: open("sqlite") })
  const shop = await given.shopOf()
  await shop.webhook(receiver.url("/changed"), 100)
  const args = [given.store.file, String(beats.beatMs), String(beats.deadMs)]
  const own = spawn(process.execPath, [`${import.meta.dirname}/apart.ts`, ...args], {
    stdio: ["ignore", "pipe", "ignore"]
  })
  child = own
  const gone = once(own, "exit")
  expect(await Promise.race([once(own.stdout, "data"), gone])).toEqual([Buffer.from("ready\n")])
  const ids = await Promise.all(Array.from({ length: orders }, () => shop.order()))
  const changed = async (...statuses: ReadonlyArray<number>) => {
    for (const status of statuses) await Promise.all(ids.map((orderID) => shop.status(orderID, status)))
  }
  /** The statuses of each order as they first arrived. */
  const first = () => {
    const byId = new Map(receiver.arrived.toReversed().map((one) => [one.id, one]))
    const isFirst = receiver.arrived.filter((one) => byId.get(one.id) === one)
    return ids.map((id) => isFirst.flatMap(({ body }) => (body.orderID === id ? [body.status] : [])))
  }
  const arrived = (...statuses: ReadonlyArray<number>) => expect.poll(first, wait).toEqual(ids.map(() => statuses))
  await changed(1)
  await arrived(1)
  // The process has a call of each order in progress, and knows the next events.
  const answered = Promise.withResolvers<void>()
  receiver.behaviours.set("/changed", { until: answered.promise })
  await changed(2, 3, 4)
  await arrived(1, 2)
  await stoppedBetweenCommits(own, given.store.file)
  receiver.behaviours.delete("/changed")
  const { stop } = given.process({ beats })
  await arrived(1, 2, 3, 4)
  await expect.poll(given.queue, wait).toEqual([])
  const before = receiver.arrived.length
  own.kill("SIGCONT")
  answered.resolve()
  await changed(5, 8)
  await arrived(1, 2, 3, 4, 5, 8)
  await expect.poll(given.queue, wait).toEqual([])
  const again = receiver.arrived.slice(before).filter(({ body }) => body.status <= 4)
  expect(again).toEqual([])
  await stop()
  own.kill("SIGKILL")
  await gone
  await given.close()
  await receiver.close()
  sweep()
})
