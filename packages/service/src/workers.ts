/** The registry of background work: one line for each worker. */
import { variantsWorker } from "./areas/variants/worker.ts"
import { allCollections } from "./collections.ts"
import { bytesSweeper } from "./engine/bytes-sweeper.ts"
import { clearing } from "./engine/clearing.ts"
import { type Keeping, sweeper } from "./engine/sweeper.ts"
import type { Worker } from "./engine/worker.ts"

/** The configuration from which workers are made. */
export type WorkerSettings = Keeping

const makers: ReadonlyArray<(settings: WorkerSettings) => Worker> = [
  (settings) => sweeper(settings, allCollections),
  bytesSweeper,
  clearing,
  variantsWorker
]

/** All workers of an installation. */
export const workersOf = (settings: WorkerSettings): ReadonlyArray<Worker> => makers.map((make) => make(settings))
