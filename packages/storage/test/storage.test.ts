/** Runs the port's suite for every adapter in the registry. */
import { adapters } from "../src/adapters.ts"
import { suite } from "./suite.ts"

for (const adapter of adapters) suite(adapter)
