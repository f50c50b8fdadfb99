/** Which addresses a message can be sent to. */

/**
 * Whether SMTP and every mail program take this address as exactly one: its local part is a dot-atom of RFC 5322, in
 * Unicode letters too (RFC 6531), and its domain is a name. A comma, a quote or a bracket could make it two.
 */
export const isSendable = (address: string): boolean => {
  const at = address.lastIndexOf("@")
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  return (
    at > 0 && local.length <= 64 && dotAtom.test(local) && domain.length <= maxDomainCharacters && name.test(domain)
  )
}
/** No name of the domain name system is longer. */
const maxDomainCharacters = 253
const dotAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
const name =
  /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u

/** Whether an address is at a domain that is reserved for examples and tests (RFC 2606, RFC 6761), where nobody reads. */
export const isReserved = (address: string): boolean => {
  const domain = address.slice(address.lastIndexOf("@") + 1)
  if (domain.length > maxDomainCharacters) return false
  const labels = domain.normalize("NFKC").toLowerCase().replace(/\.+$/, "").split(".")
  const last = labels.at(-1)!
  if (["example", "invalid", "test", "localhost"].includes(last)) return true
  return labels.length > 1 && labels.at(-2) === "example" && ["com", "net", "org"].includes(last)
}
