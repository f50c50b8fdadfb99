/** Settings from flags, the environment and the credentials file. The command line reads all of its commands with it. */

export { makeRedaction, secretsIn } from "@bottega/service"
export {
  type Known,
  names,
  readOptions,
  settleSwitches,
  type Token,
  takeOption,
  tokensOf
} from "./config/command-line.ts"
export { type Config, configOf, placeOf } from "./config/config.ts"
export {
  fileToRead,
  none,
  readCredentials,
  requireWritable,
  type StoredCredentials,
  writeCredentials
} from "./config/credentials.ts"
export { fileVariableOf, seconds, variableOf } from "./config/flag.ts"
export { storeFlags, table as serveTable } from "./config/flags.ts"
export { help as serveHelp } from "./config/help.ts"
export { meant } from "./config/suggest.ts"
