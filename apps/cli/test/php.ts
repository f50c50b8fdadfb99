/** PHP of the machine or of its packages, for tests of programs in PHP. */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { librariesOf, unpacked } from "@bottega/mongo-stand-in/debian"

/** A line of a shell that runs PHP with curl, to which its arguments are added; or why there is none. */
export const phpHere = async (): Promise<{ readonly line: string } | { readonly missing: string }> => {
  const loaded = "exit(extension_loaded('curl') && extension_loaded('openssl') ? 0 : 1);"
  if (spawnSync("php", ["-r", loaded]).status === 0) return { line: "exec php" }
  const packages = ["php-cli", "php-curl"]
  const found = await unpacked("clients-2-php", packages)
  if ("missing" in found) return found
  const { root } = found
  const programs = join(root, "usr/bin")
  if (!existsSync(programs)) return { missing: `the machine has ${packages.join(", ")} and cannot run it` }
  const name = readdirSync(programs).find((name) => /^php\d+\.\d+$/.test(name))
  const extensions = join(root, "usr/lib/php")
  const api = existsSync(extensions) ? readdirSync(extensions).find((name) => /^\d{8}$/.test(name)) : undefined
  if (name === undefined || api === undefined) return { missing: "the machine has a part of it alone" }
  const line = `LD_LIBRARY_PATH='${librariesOf(root)}' exec '${root}/usr/bin/${name}' -n -d extension_dir='${extensions}/${api}' -d extension=curl`
  return { line }
}
