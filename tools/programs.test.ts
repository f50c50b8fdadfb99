/** Node and pnpm are pinned by their hashes, and nothing of a package with another hash is run. */
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, it } from "vitest"
import { checkedFile, programs } from "./programs.mjs"

const root = join(import.meta.dirname, "..")
const integrityOf = (bytes: Buffer) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`

/** A tar archive of text files. */
const tarOf = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(
    Object.entries(files).flatMap(([name, text]) => {
      const header = Buffer.alloc(512)
      header.write(name, 0)
      header.write(`${text.length.toString(8).padStart(11, "0")} `, 124)
      return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, "\0"))]
    })
  )

const contents = "a program ".repeat(100)
const tarball = gzipSync(tarOf({ "package/LICENSE": "MIT", "package/bin/node": contents }))
const pin = { name: "a-package", file: "bin/node", integrity: integrityOf(tarball) }

it("takes the file of a package that has the pinned hash", () => {
  expect(checkedFile(tarball, pin).toString()).toBe(contents)
})

it("refuses a package of which one byte is another, in one sentence", () => {
  for (const at of [0, tarball.length >> 1, tarball.length - 1]) {
    const tampered = Buffer.from(tarball)
    tampered[at]! ^= 1
    expect(() => checkedFile(tampered, pin)).toThrow(
      `The package a-package is not the pinned one, and nothing of it was run: its hash is ${integrityOf(tampered)}, not ${pin.integrity}.`
    )
  }
})

it("refuses a package without the file", () => {
  expect(() => checkedFile(tarball, { ...pin, file: "bin/other" })).toThrow("The package holds no package/bin/other.")
})

it("pins Node and pnpm for the same platforms, each package by its own hash", () => {
  const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"]
  for (const { packages } of [programs.node, programs.pnpm]) expect(Object.keys(packages).sort()).toEqual(platforms)
  const pins = Object.values(programs).map(({ packages }) => packages)
  const hashes = pins.flatMap((packages) => Object.values(packages).map(({ integrity }) => integrity))
  expect(new Set(hashes).size).toBe(hashes.length)
  for (const hash of hashes) expect(hash).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
})

it("pins the lowest Node that the published packages admit", () => {
  const manifests = globSync("{packages,apps}/*/package.json", { cwd: root }).map((file) =>
    JSON.parse(readFileSync(join(root, file), "utf8"))
  )
  const admitted = manifests.flatMap(({ engines, private: isPrivate }) => (isPrivate ? [] : [engines.node]))
  expect(admitted.length).toBeGreaterThan(0)
  for (const range of admitted) expect(`${/[\d.]+/.exec(range)}.0`).toBe(programs["lowest-node"].version)
})

it("names one version of pnpm, and lets no package run a script", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  expect(manifest.packageManager).toMatch(new RegExp(`^pnpm@${programs.pnpm.version}\\+sha512\\.[0-9a-f]{128}$`))
  expect(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")).toContain("\nallowBuilds: {}\n")
})
