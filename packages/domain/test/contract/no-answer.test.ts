/** Why a server gave no answer: a certificate that is not trusted comes with what to do about it. */
import { expect, it } from "vitest"
import { whyNoAnswer } from "../../src/contract/no-answer.ts"

it.each([
  "self-signed certificate",
  "self-signed certificate in certificate chain",
  "unable to get local issuer certificate",
  "unable to verify the first certificate"
])("says of %s how its authority is trusted, in place of Node's own advice", (reason) => {
  const said = `${reason}; NODE_EXTRA_CA_CERTS names the file of an authority to trust`
  const advice = "; if the root CA is installed locally, try running Node.js with --use-system-ca"
  for (const message of [reason, `${reason}${advice}`]) {
    expect(whyNoAnswer(new Error(message))).toBe(said)
    expect(whyNoAnswer(new TypeError("fetch failed", { cause: new Error(message) }))).toBe(said)
  }
})

it.each(["certificate has expired", "connect ECONNREFUSED 127.0.0.1:9"])("leaves %s as it is", (reason) => {
  expect(whyNoAnswer(new Error(reason))).toBe(reason)
})
