/**
 * Does the steps of requests in turns of the event loop that go round shops and their key sets, so that a sender of a
 * thousand requests at once delays only its own. A request waits in the queue of the key set that its headers name.
 */
import type { Readable } from "node:stream"
import { credentialsOf, type Service } from "@bottega/service"
import { turns } from "@bottega/storage"
import type { HttpCall } from "./http-call.ts"

/** Does the first step of a request. While it waits it has a place in the share of its owner, and is refused without one. */
export const arriveInTurn = (call: HttpCall, { ownerOf }: Pick<Service, "ownerOf">, step: () => void): void => {
  if (turns.isOpen) {
    if (call.takes("strangers")) inTurn(call, step)
    return
  }
  if (call.expects(ownerOf(credentialsOf(call.request.headers)))) inTurn(call, step, () => call.abandon())
}

/** Does a further step of a request; `left` is called instead if its client leaves before. */
export const inTurn = (call: HttpCall, step: () => void, left = () => {}): void => {
  if (turns.isOpen) return void turns.enter(call.calling, step)
  const { raw } = call.reply
  if (raw.closed) {
    left()
    return
  }
  const withdraw = turns.wait(call.calling, () => {
    raw.off("close", leave)
    step()
  })
  const leave = () => {
    withdraw()
    left()
  }
  raw.once("close", leave)
}

/** Counts bytes of a request's body. If the turn is used up, the rest of the body is read in a later one. */
export const readInTurn = (call: HttpCall, payload: Readable, bytes: number): void => {
  turns.spendFor(call.calling, bytes / bytesPerUnit)
  if (turns.isOpen || payload.isPaused()) return
  payload.pause()
  const withdraw = turns.wait(call.calling, () => {
    payload.off("close", withdraw)
    payload.resume()
  })
  payload.once("close", withdraw)
}

/** Bytes that are received in about a microsecond. */
const bytesPerUnit = 500
