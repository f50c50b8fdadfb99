/** Every adapter on the roll, held to what the port promises. */
import { adapters } from "../src/adapters.ts"
import { suite } from "./suite.ts"

for (const adapter of adapters) suite(adapter)
