/** An install command of a README is rejected if npm would not find a package with it. */
import { expect, it } from "vitest"
import { namedIn, type Packed, typed, typedInstalls, wrongIn } from "./installs.ts"

const packed = new Map<string, Packed>([
  ["/made/bottega-low.tgz", { name: "@bottega/low", dependencies: { effect: "4.1.0" } }],
  ["/made/bottega-high.tgz", { name: "@bottega/high", dependencies: { "@bottega/low": "^0.1.0", effect: "4.1.0" } }]
])

it("reads a command as a shell does", async () => {
  const command = 'npm install --save-dev "$packages"/bottega-{low,high}.tgz effect'
  const args = ["install", "--save-dev", "/made/bottega-low.tgz", "/made/bottega-high.tgz", "effect"]
  expect(await typed(command, "/made")).toEqual({ command, args })
})

it("rejects a command that leaves out a package of ours, and one that names a tarball that is not there", async () => {
  const commands = ['"$packages"/bottega-{low,high}.tgz', '"$packages"/bottega-high.tgz', "$packages/bottega-lost.tgz"]
  const read = await Promise.all(commands.map((packages) => typed(`npm install ${packages}`, "/made")))
  expect(wrongIn(read, packed)).toEqual([
    'npm install "$packages"/bottega-high.tgz: npm would look for @bottega/low, which is not named.',
    "npm install $packages/bottega-lost.tgz: there is no bottega-lost.tgz."
  ])
})

it("finds in the READMEs what else is installed", async () => {
  expect([...namedIn(await typedInstalls("/made"))].sort()).toEqual(["effect", "fastify"])
})
