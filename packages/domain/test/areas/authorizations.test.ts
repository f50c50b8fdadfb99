import { assert, it } from "vitest"
import { codeLifetimeSeconds, isExpired } from "../../src/areas/authorizations.ts"

it("a code is valid for its lifetime, and no longer if the clock is set back", () => {
  const issued = 1_800_000_000
  const code = { digest: "", orderID: "1_0000000000000", expires: issued + codeLifetimeSeconds }
  const expiredAfter = (seconds: number) => isExpired(code, (issued + seconds) * 1000)
  assert.deepStrictEqual(
    [0, 1, codeLifetimeSeconds - 1, codeLifetimeSeconds, codeLifetimeSeconds + 1].map(expiredAfter),
    [false, false, false, true, true]
  )
  // The clock of this server may be slightly behind the one that issued the code.
  assert.deepStrictEqual([-2, -60, -86_400].map(expiredAfter), [false, true, true])
})
