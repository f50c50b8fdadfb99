/** A server of a store whose guards can be left out, to show their purpose; in this process or in a separate one. */
import { setTimeout } from "node:timers/promises"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService } from "@bottega/service"
import { Storage } from "@bottega/storage"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Context, Effect } from "effect"

/** How a store is served. */
export interface Serving {
  readonly adapter: string
  readonly location: string
  readonly token: string
  readonly guarded: boolean
}

/** Serves a store, and returns the address. */
export const serveOn = async (storage: Context.Context<Storage>, { guarded, token, ...serving }: Serving) => {
  const { commit, ...rest } = Context.get(storage, Storage)
  const { sharable } = adapterOf(serving)
  const store = Storage.of({
    ...rest,
    commit: (writes, guards) => {
      const committed = commit(writes, guarded ? guards : [])
      // A store within this process answers at once: no other call would come between a decision and its commit.
      return sharable ? committed : Effect.andThen(turn, committed)
    }
  })
  const making = makeService({ tokenDigest: digest(token), workbench: true, mail: {} })
  const server = createServer(await Effect.runPromise(Effect.provideService(making, Storage, store)), { log })
  const url = await server.listen(0, "127.0.0.1")
  return { url, close: () => server.drain(0) }
}

const log = makeLog({ level: "warn" })
const turn = Effect.promise(() => setTimeout(Math.random() * 20))

const adapterOf = ({ adapter }: Pick<Serving, "adapter">): AdapterEntry =>
  adapters.find(({ name }) => name === adapter)!

/** Opens a store; it stays open until its scope closes. */
export const opened = (serving: Pick<Serving, "adapter" | "location">) =>
  adapterOf(serving).open(serving.location, allCollections)
