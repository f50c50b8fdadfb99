// What is wrong with a tarball before anybody installs it: publint compares its files with its manifest, and
// are-the-types-wrong resolves its types as each kind of consumer does.
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { checkPackage, createPackageFromTarballData, type Package, type Problem } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** A sentence for each thing that is wrong with a packed package. */
export const wrongIn = async (path: string): Promise<Array<string>> => {
  const bytes = readFileSync(path)
  const unpacked = createPackageFromTarballData(bytes)
  const found = [...(await publintFindings(bytes)), ...(await typeFindings(unpacked)), ...ownFindings(unpacked)]
  return found.map((sentence) => `${basename(path)}: ${sentence}`)
}

const publintFindings = async (bytes: Buffer): Promise<Array<string>> => {
  const tarball = new Uint8Array(bytes).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, level: "warning", strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

const typeFindings = async (unpacked: Package): Promise<Array<string>> => {
  const result = await checkPackage(unpacked)
  if (!result.types) return []
  return result.problems.flatMap((problem) =>
    isMeant(problem) ? [] : [`are the types wrong: ${JSON.stringify(problem)}`]
  )
}

/**
 * The packages are ES modules only. `require` gets an ES module in every Node that their `engines` admit, and no project that
 * can load them resolves types as Node 10 did.
 */
const isMeant = (problem: Problem): boolean =>
  problem.kind === "CJSResolvesToESM" || ("resolutionKind" in problem && problem.resolutionKind === "node10")

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly description?: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Our further promises for each package: it can be read, used and distributed without the repository. */
const ownFindings = (unpacked: Package): Array<string> => {
  const read = (name: string): string => {
    const path = `/node_modules/${unpacked.packageName}/${name}`
    return unpacked.fileExists(path) ? unpacked.readFile(path) : ""
  }
  const manifest: Manifest = JSON.parse(read("package.json"))
  const readme = read("README.md")
  const named = Object.values(manifest.dependencies ?? {}).filter((range) =>
    /^(workspace|catalog|file|link):/.test(range)
  )
  return [
    ...(manifest.version === "0.0.0" ? ["its version is not a release: npx changeset version"] : []),
    ...(manifest.license && manifest.description && manifest.engines?.node
      ? []
      : ["its manifest lacks a license, a description or engines.node."]),
    ...(read("LICENSE") === "" ? ["it has no LICENSE."] : []),
    ...(readme === "" ? ["it has no README.md."] : []),
    ...[...readme.matchAll(/\]\((?!https:|#)([^)]*)\)/g)].map(
      ([, link]) => `its README links to ${link}, which it does not contain.`
    ),
    ...named.map((range) => `it depends on ${range}, which only the workspace knows.`)
  ]
}
