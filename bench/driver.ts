/**
 * Measures the everyday calls on MongoDB against the driver alone, on the same engine, database and documents. It says
 * something about our overhead there, and nothing about MongoDB.
 */
import { alternately, sized, widths } from "./beside-plain.ts"
import { makeBuyers, reading, writing } from "./calls.ts"
import { table } from "./report.ts"
import { startProgram, startServer } from "./server.ts"
import { ours, speedsHead, speedsOf } from "./speeds.ts"

const orders = sized(10_000)

/** Detail, list, create and increment. */
export const driver = async (): Promise<void> => {
  const server = await startServer("mongo", orders)
  const changes = await writing(server, orders)
  await makeBuyers(server, changes[0]!)
  const cases = [...(await reading(server, orders)), ...changes]
  const raw = await startProgram("plain/mongo.ts", [server.place.at(-1)!, server.shop])
  const rows: Array<ReadonlyArray<string>> = []
  for (const { load, name } of cases)
    for (const width of widths) {
      const measured = await alternately(
        [
          { name: ours, program: server, load },
          { name: "driver alone", program: raw, load }
        ],
        width
      )
      rows.push(...speedsOf(measured).map((row) => [name, String(width), ...row]))
    }
  for (const { stop } of [raw, server]) await stop()
  table(`mongo, ${orders.toLocaleString("en")} orders: throughput`, speedsHead, rows)
}
