/** What is unpacked from Debian's packages, where the machine has a part of it already. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { librariesOf } from "../src/debian.ts"

const root = mkdtempSync(join(tmpdir(), "bottega-debian-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("a program whose libraries the machine has brings none", () => {
  expect(librariesOf(root)).toBe("")
  mkdirSync(join(root, "usr/lib/x86_64-linux-gnu"), { recursive: true })
  mkdirSync(join(root, "usr/lib/php"), { recursive: true })
  expect(librariesOf(root)).toBe(join(root, "usr/lib/x86_64-linux-gnu"))
})
