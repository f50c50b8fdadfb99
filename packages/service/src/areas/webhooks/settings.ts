/** How a process delivers events. */
import { type Beats, defaultBeats } from "../../engine/background/shares.ts"

/** Times in milliseconds. */
export interface DeliverySettings {
  /** The heartbeats by which processes divide the shops. */
  readonly beats: Beats
  /** How long the other deliveries of a document wait for a call. */
  readonly firstMs: number
  /** How often the queue is read, for what other processes have committed. */
  readonly lookMs: number
  /** After this time without work a process gives its shops back, and writes nothing any more. */
  readonly idleMs: number
}

export const defaultDelivery: DeliverySettings = { beats: defaultBeats, firstMs: 1000, lookMs: 250, idleMs: 60_000 }

/** The time of a call: what begins within a quarter of the time after which a process is dead ends before that time. */
export const callMsOf = ({ beats }: DeliverySettings): number => Math.floor((beats.deadMs * 10) / 16)
