// Undoes after each test file what it stubbed, since the next one may share its modules.
import { afterAll, vi } from "vitest"

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
