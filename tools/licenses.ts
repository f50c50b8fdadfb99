// The licences of what a bundle contains: anyone who distributes other people's code must distribute its terms with it.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"

interface Used {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
}

/** The name, version and licence of every third-party package that one of the files belongs to; fails if one states no licence. */
export const licensesOf = (files: ReadonlyArray<string>): string => {
  const folders = new Set(files.filter((file) => file.includes(`${sep}node_modules${sep}`)).map(packageOf))
  const used = [...folders].map(usedIn).sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = used.map(({ license, name, text, version }) => `${name} ${version} (${license})\n\n${text.trim()}\n`)
  return [`This program contains the following packages.\n`, ...parts].join(`\n${"-".repeat(80)}\n\n`)
}

/** The folder of the package that a file belongs to: the nearest one whose manifest has a name and a version. */
const packageOf = (file: string): string => {
  let folder = dirname(file)
  while (!isPackage(folder)) folder = dirname(folder)
  return folder
}

const isPackage = (folder: string): boolean => {
  const file = join(folder, "package.json")
  if (!existsSync(file)) return false
  const { name, version } = JSON.parse(readFileSync(file, "utf8"))
  return name !== undefined && version !== undefined
}

const usedIn = (folder: string): Used => {
  const { author, license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (typeof license !== "string") throw new Error(`${name} ${version} states no licence.`)
  const [file] = globSync("{LICEN[CS]E,licen[cs]e}*", { cwd: folder }).sort()
  const text = file === undefined ? `By ${nameOf(author)}.` : readFileSync(join(folder, file), "utf8")
  return { name, version, license, text }
}

const nameOf = (author: { readonly name: string } | string | undefined): string =>
  typeof author === "object" ? author.name : (author ?? "its authors")
