/** Moves the bytes of a body from their stream to the reader of its format, and makes them wait for a slower file. */
import type { PassThrough, Readable } from "node:stream"
import type { Body } from "./body.ts"
import { type BodyLimits, type Failure, gone, measuring, type Received, tooSlow } from "./bounds.ts"

/** Nothing more of a body is wanted, since it cannot be read. */
export const over = { over: true } as const

/** Reads one body in its format. */
export interface Sink {
  /** Takes a chunk; gives why no further one is wanted, if so. */
  readonly push: (chunk: Buffer) => Failure | typeof over | undefined
  /** The file that is written while the body arrives. */
  readonly file: PassThrough | undefined
  /** Called once, with the reason if the body did not arrive whole. It gives the parameters, or a refusal and no file. */
  readonly end: (failure: Failure | undefined) => Received<Body> | Promise<Received<Body>>
}

/** Fills a sink from a stream within limits, and calls back once nothing more is read; the rest is received and dropped. */
export const fill = (
  payload: Readable,
  sink: Sink,
  limits: BodyLimits,
  then: (failure: Failure | undefined) => void
): void => {
  const measure = measuring(limits)
  const wait = waiting(payload)
  const end = (failure: Failure | undefined) => {
    clearTimeout(timer)
    payload.off("data", onData).off("end", onEnd).off("close", onClose)
    payload.resume()
    then(failure)
  }
  const onData = (chunk: Buffer) => {
    const stop = measure(chunk) ?? sink.push(chunk)
    if (stop !== undefined) end("over" in stop ? undefined : stop)
    else wait(sink.file)
  }
  const onEnd = () => end(undefined)
  const onClose = () => end(gone)
  const { timeoutMs } = limits
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(tooSlow()), timeoutMs)
  payload.on("data", onData).on("end", onEnd).on("close", onClose)
}

/** Pauses a stream while a file is written more slowly than its bytes arrive. */
const waiting = (payload: Readable) => {
  let isWaiting = false
  return (file: PassThrough | undefined): void => {
    if (file === undefined || file.destroyed || !file.writableNeedDrain) return
    payload.pause()
    if (isWaiting) return
    isWaiting = true
    const goOn = () => {
      isWaiting = false
      file.off("drain", goOn).off("close", goOn)
      payload.resume()
    }
    file.on("drain", goOn).on("close", goOn)
  }
}
