/** The secret that a listener signs with: kept in the credentials file, so that a handler needs to be configured once. */
import { fileToRead, none, readCredentials, writeCredentials } from "@bottega/server/config"
import { newSigningSecret } from "@bottega/service"
import type { Settings } from "../connection.ts"

/** The kept secret, or a new one, which is kept if there is a file for it. */
export const listenSecret = ({
  credentials,
  formerCredentials
}: Pick<Settings, "credentials" | "formerCredentials">) => {
  const kept = readCredentials(fileToRead(credentials, formerCredentials)) ?? { ...none, token: null }
  const secret = kept.listenSecret ?? newSigningSecret()
  if (kept.listenSecret === undefined && credentials !== undefined)
    writeCredentials(credentials, { ...kept, listenSecret: secret })
  return secret
}
