// Makes a compiled package self-contained: copies the modules that it imports from another package of ours into its own folder.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"

/** `from "x"` and `import("x")`, in code and in declarations. */
const specifiers = /(?<=\b(?:from |import |import\())"([^"]+)"/g

type Targets = Readonly<Record<string, string | { readonly types: string; readonly default: string } | null>>

/**
 * Copies what the modules and declarations in `dist` of `folder` import of the package in `from`, and what those import in
 * turn, into `dist/<name of its folder>`, and makes the imports relative. The entry points are those that `from` publishes.
 */
export const inline = (folder: string, from: string): void => {
  const { name, publishConfig } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"))
  const copies = join(folder, "dist", name.replace(/.*\//, ""))
  const done = new Set<string>()

  const copy = (path: string): string => {
    const copied = join(copies, relative(join(from, "dist"), path))
    if (done.has(copied)) return copied
    done.add(copied)
    mkdirSync(dirname(copied), { recursive: true })
    writeFileSync(copied, readFileSync(path))
    for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(specifiers))
      if (specifier.startsWith(".")) copy(compiled(path, specifier))
    return copied
  }

  for (const file of globSync("dist/**/*.{js,d.ts}", { cwd: folder }).map((found) => join(folder, found))) {
    const text = readFileSync(file, "utf8")
    const own = text.replaceAll(specifiers, (quoted, specifier: string) => {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) return quoted
      const entry = published(publishConfig.exports, `.${specifier.slice(name.length)}`, file.endsWith(".d.ts"))
      return `"./${relative(dirname(file), copy(join(from, entry)))
        .replaceAll(sep, "/")
        .replace(/\.d\.ts$/, ".js")}"`
    })
    if (own !== text) writeFileSync(file, own)
  }
}

const published = (targets: Targets, path: string, isDeclaration: boolean): string => {
  const target = targets[path]
  if (target === undefined || target === null || typeof target === "string")
    throw new Error(`${path} is not an entry point with types.`)
  return isDeclaration ? target.types : target.default
}

/** The compiled file that a relative import means; a declaration may still import by the source's name. */
const compiled = (importer: string, specifier: string): string => {
  const path = join(dirname(importer), specifier)
  const file = importer.endsWith(".d.ts") ? path.replace(/(\.d)?\.[jt]s$/, ".d.ts") : path
  if (!existsSync(file)) throw new Error(`${importer} imports ${specifier}, which is not compiled.`)
  return file
}
