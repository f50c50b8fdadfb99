/** How addresses are written in SMTP: in ASCII letters where that is possible, because not every server has SMTPUTF8. */
import { domainToASCII } from "node:url"

/** An address with its domain in ASCII letters, unless its local part needs SMTPUTF8 anyway. */
export const withAsciiDomain = (address: string): string => {
  const at = address.lastIndexOf("@")
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  return isAscii(local) && !isAscii(domain) ? `${local}@${domainToASCII(domain) || domain}` : address
}

/** Whether only a server with SMTPUTF8 (RFC 6531) takes a message that has this address. */
export const needsUtf8 = (address: string): boolean => !isAscii(withAsciiDomain(address))

const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text)
