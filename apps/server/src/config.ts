/** Settings: what flags, the environment and the credentials file say. The command line reads all its commands with it. */
export { type Known, names, readOptions, type Token, takeOption, tokensOf } from "./config/command-line.ts"
export { type Config, configOf, placeOf } from "./config/config.ts"
export { fileToRead, readCredentials } from "./config/credentials.ts"
export { fileVariableOf, variableOf } from "./config/flag.ts"
export { storeFlags, table as serveTable } from "./config/flags.ts"
export { help as serveHelp } from "./config/help.ts"
export { meant } from "./config/suggest.ts"
export { makeRedaction, secretsIn } from "./log/redaction.ts"
