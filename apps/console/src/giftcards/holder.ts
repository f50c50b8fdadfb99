/** Whose gift card it is. Cards know a user by their number, and customers are read by their id. */
import { useEffect, useState } from "preact/hooks"
import { call, listed, operationsById } from "../call/client.ts"

/** The customer with a gift card. */
export interface Holder {
  readonly id: string
  readonly name: string
  readonly email: string
}

interface Listed {
  readonly id: string
  readonly fullname: string
  readonly email: string
  readonly userUID: number
}

const read = operationsById.get("customers.read")!
const list = operationsById.get("customers.page")!
/** A shop with more registered customers may have to be asked for one by name. */
const maxRead = 5000

/** The customer; undefined while it is not known. */
export const useHolder = (userUID: number, id: string | undefined): Holder | undefined => {
  const [holder, setHolder] = useState<Holder>()
  useEffect(() => {
    const end = new AbortController()
    const ask = id === undefined ? find(userUID, end.signal) : call(read, { id }, { signal: end.signal })
    ask.then(
      (found) => {
        const one = (id === undefined ? found : (found as { data: unknown }).data) as Listed | undefined
        if (!end.signal.aborted && one !== undefined && one.userUID === userUID)
          setHolder({ id: one.id, name: one.fullname || one.email, email: one.email })
      },
      // The page shows the number of the user instead.
      () => {}
    )
    return () => end.abort()
  }, [userUID, id])
  return holder
}

const find = async (userUID: number, signal: AbortSignal): Promise<Listed | undefined> => {
  for await (const one of registered(signal)) if (one.userUID === userUID) return one
  return undefined
}

const registered = async function* (signal: AbortSignal): AsyncGenerator<Listed> {
  let read = 0
  for await (const entry of listed(list, { accountType: "registered", limit: "1000" }, signal)) {
    yield entry as Listed
    if (++read === maxRead) return
  }
}

/** The names of customers by the numbers that cards know them by; empty until they are read. */
export const useHolders = (): ReadonlyMap<number, string> => {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const found = new Map<number, string>()
      for await (const { email, fullname, userUID } of registered(end.signal)) found.set(userUID, fullname || email)
      setNames(found)
    }
    // The list shows the numbers of the users instead.
    read().catch(() => {})
    return () => end.abort()
  }, [])
  return names
}
