/** Where the store is kept when nothing else is said. */
import { dirname, join } from "node:path"

export const dataFile = "bottega.db"
export const credentialsBeside = (data: string): string => join(dirname(data), "bottega-credentials.json")
