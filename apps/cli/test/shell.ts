/**
 * Runs the command as a shell does: from the bundle that `npm start` runs, in a folder of its own, without any settings
 * from our environment.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundled } from "../../../tools/bundle.ts"

/** The file that node runs. */
export const main = await bundled()
export const environment: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(BOTTEGA_|NO_COLOR|FORCE_COLOR|NODE_(?!COMPILE_CACHE$))/.test(name))
)

export interface Result {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A temporary folder, and functions that run `bottega` in it. */
export const session = () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-cli-"))
  const run = (
    args: ReadonlyArray<string>,
    settings: { readonly input?: string; readonly env?: object } = {}
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [main, ...args], {
        cwd: folder,
        env: { ...environment, ...settings.env }
      })
      const [out, err]: [Array<Buffer>, Array<Buffer>] = [[], []]
      child.stdout.on("data", (part) => out.push(part))
      child.stderr.on("data", (part) => err.push(part))
      child.on("error", reject)
      child.on("close", (code) =>
        resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() })
      )
      child.stdin.end(settings.input ?? "")
    })
  const bottega = (...args: ReadonlyArray<string>) => run(args)
  return {
    folder,
    run,
    bottega,
    json: async (...args: ReadonlyArray<string>) => JSON.parse((await run([...args, "--json"])).out),
    end: () => rmSync(folder, { recursive: true, force: true })
  }
}
