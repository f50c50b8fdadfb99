/** Which keys a start passes to its API page. */
import type { Config } from "../config/config.ts"
import type { Credentials } from "../config/credentials.ts"
import type { DemoKeys } from "../docs/demo-keys.ts"

/**
 * The demo shop's pair that may read and write, if a demo was asked for. A server that is reached through a proxy has none:
 * behind one, every caller seems to be on this machine.
 */
export const demoKeysOf = (
  { demo, publicUrl, trustProxy }: Pick<Config, "demo" | "publicUrl" | "trustProxy">,
  { exchange, key }: Pick<Credentials, "exchange" | "key">
): DemoKeys | undefined =>
  demo && publicUrl === undefined && !trustProxy && key !== null && exchange !== null ? { key, exchange } : undefined
