/** `bottega console`: prints an address that signs in as the operator. */
import { contract } from "@bottega/domain/areas"
import { entries } from "@bottega/domain/contract"
import type { Invocation } from "./command.ts"
import { connect, withConnection } from "./connect.ts"
import { write } from "./output.ts"
import { safeJson } from "./table.ts"

const code = entries(contract).find(({ id }) => id === "session.code")!

/** Makes a code, on a server or in the data itself, which a running server sees at once. */
export const run = async ({ options }: Invocation): Promise<number> =>
  withConnection(await connect(code, options), async ({ client }) => {
    const made = await client.session.code()
    await write(options.has("json") ? `${safeJson(made)}\n` : `${made.url}\n`)
    return 0
  })
