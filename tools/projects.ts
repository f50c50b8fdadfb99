// Installs the packed packages with npm into empty projects outside the workspace, and uses them there as their READMEs say.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { type Access, clientTrials } from "./projects/client.ts"
import { commandTrials, serve, served } from "./projects/command.ts"
import { namedIn, type Packed, typedInstalls, wrongIn } from "./projects/installs.ts"
import { inCatalog, install, run, runNode } from "./projects/npm.ts"
import { packageTrials } from "./projects/packages.ts"
import { runTrials } from "./projects/trials.ts"

/** Tries the client alone, the command alone, and all packages together; returns a sentence for each failure. */
export const tryProjects = async (tarballs: ReadonlyArray<string>): Promise<Array<string>> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bottega-projects-")))
  const at = (name: string) => join(folder, name)
  const tarball = (name: string) => tarballs.filter((path) => basename(path) === `bottega-${name}.tgz`)
  try {
    const commands = await typedInstalls(dirname(tarballs[0]!))
    const others = [...new Set([...namedIn(commands), "@types/node", "@fastify/helmet"])].map(inCatalog)
    console.log(`Installing the packages in ${folder} ...`)
    const start = performance.now()
    await Promise.all([
      install(at("client"), tarball("client")),
      install(at("cli"), tarball("cli")),
      install(at("all"), [...tarballs, ...others])
    ])
    console.log(`  npm installed them into three projects (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    const typed = wrongIn(commands, await manifestsOf(tarballs))
    console.log(`  ${commands.length} install commands of the READMEs were read, ${typed.length} of them would fail`)
    const command = await runTrials("@bottega/cli", commandTrials(at("cli")))
    const shop = at("shop")
    mkdirSync(shop)
    const rest = await served(serve(at("cli"), ["--memory", "--credentials", "none.json"], shop), async (url) => {
      const opened = () => access(at("cli"), shop, url)
      const [one, other] = [await opened(), await opened()]
      const tried = [
        runTrials("@bottega/client", clientTrials(at("client"), one)),
        runTrials("The packages", packageTrials(at("all"), other))
      ]
      return (await Promise.all(tried)).flat()
    })
    return [...typed, ...command, ...rest]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The manifests of tarballs, by their paths. */
const manifestsOf = async (tarballs: ReadonlyArray<string>): Promise<ReadonlyMap<string, Packed>> => {
  const read = async (path: string) =>
    [path, JSON.parse(await run(dirname(path), ["tar", "-xOzf", path, "package/package.json"]))] as const
  return new Map(await Promise.all(tarballs.map(read)))
}

/** A new shop, and a pair for it that may read and write, made with the command. */
const access = async (project: string, folder: string, url: string): Promise<Access> => {
  const program = join(project, "node_modules/@bottega/cli/dist/bottega.mjs")
  const bottega = async (...args: ReadonlyArray<string>) =>
    JSON.parse(await runNode(folder, [program, "--url", url, "--credentials", "none.json", ...args, "--json"]))
  const { id } = await bottega("shops", "create", "Readme")
  const { exchange, key } = await bottega("keys", "create", "--shop", id, "--permission", "read-write")
  return { STORE_URL: url, STORE_KEY: key, STORE_EXCHANGE: exchange }
}
