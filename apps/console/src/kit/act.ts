/** What a button calls: it waits for the answer, and what went wrong is shown. */
import { useState } from "preact/hooks"
import { call, operationsById, type Parameters } from "../call/client.ts"
import { isOffline, mayCall, notice } from "../call/session.ts"
import { say } from "./notice.tsx"

/** Calls for one button, or for several that wait for each other. */
export interface Acting {
  readonly isActing: boolean
  /** Why the last one failed; undefined if it did not. */
  readonly failure: unknown
  /** Calls an operation, and says a text when it is done; false if it failed, else its answer. */
  readonly act: (id: string, parameters: Parameters, said?: string) => Promise<{ readonly data: unknown } | false>
  /** The same for anything else; false if it failed. */
  readonly attempt: <A>(work: () => Promise<A>, said?: string) => Promise<A | false>
}

export const useAct = (): Acting => {
  const [isActing, setActing] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const attempt: Acting["attempt"] = async (work, said) => {
    setActing(true)
    setFailure(undefined)
    try {
      const made = await work()
      isOffline.value = false
      if (said !== undefined) say(said)
      return made
    } catch (cause) {
      notice(cause)
      setFailure(cause)
      return false
    } finally {
      setActing(false)
    }
  }
  const act: Acting["act"] = (id, parameters, said) => attempt(() => call(operationsById.get(id)!, parameters), said)
  return { isActing, failure, act, attempt }
}

/** Whether it is worth showing a button that calls an operation. */
export const may = (id: string): boolean => {
  const operation = operationsById.get(id)
  return operation !== undefined && mayCall(operation)
}
