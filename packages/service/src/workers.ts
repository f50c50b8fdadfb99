/** The registry of background work: one line for each worker. */
import { collections } from "@bottega/domain/areas"
import { clockWorker } from "./areas/clock/process-clock.ts"
import type { MailSettings } from "./areas/mail/settings.ts"
import { mailWorker } from "./areas/mail/worker.ts"
import { orderDaysWorker } from "./areas/orders/days/worker.ts"
import { productsCleared } from "./areas/product-events.ts"
import { variantsWorker } from "./areas/variants/worker.ts"
import type { DeliverySettings } from "./areas/webhooks/settings.ts"
import { type DeliveryCounts, deliveriesWorker, newCounts } from "./areas/webhooks/worker.ts"
import { allCollections } from "./collections.ts"
import { bytesSweeper } from "./engine/background/bytes-sweeper.ts"
import { clearing } from "./engine/background/clearing.ts"
import { searching } from "./engine/background/searching.ts"
import { type Keeping, sweeper } from "./engine/background/sweeper.ts"
import type { Worker } from "./engine/background/worker.ts"
import type { Installation } from "./service.ts"

/** The configuration from which workers are made. */
export interface WorkerSettings extends Keeping {
  /** Where mail is sent; without it, messages are kept. */
  readonly mail?: MailSettings | undefined
  /** Whether webhooks may be at addresses of the installation's own network. */
  readonly allowPrivateUrls?: boolean | undefined
  /** How events are delivered, where that differs from the default. */
  readonly deliveries?: Partial<DeliverySettings> | undefined
}

type Served = Pick<Installation, "slowOf" | "clock">

/** What workers are made from; `counts` are those of deliveries, which the sweeper may give up. */
type Maker = (settings: WorkerSettings, service: Served, counts: DeliveryCounts) => Worker

const makers: ReadonlyArray<Maker> = [
  (settings, _, counts) => {
    const onGivenUp = (count: number) => void (counts.given_up += count)
    return sweeper({ ...settings, onGivenUp }, allCollections)
  },
  bytesSweeper,
  () => clearing(new Map([[collections.products, productsCleared]])),
  () => searching(allCollections),
  variantsWorker,
  orderDaysWorker,
  ({ mail }, { slowOf }) => mailWorker(mail, slowOf),
  (settings, _, counts) => deliveriesWorker(settings, counts)
]

/** All workers of an installation. */
export const workersOf = (settings: WorkerSettings, service: Served): ReadonlyArray<Worker> => {
  const counts = newCounts()
  const { clock } = service
  const workers = makers.map((make) => make(settings, service, counts))
  return clock === undefined ? workers : [...workers.map((worker) => clock.worker(worker)), clockWorker(clock)]
}
