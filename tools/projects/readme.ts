// The code of a README as a program that a project can run and type-check.

/** The code blocks of a language. */
export const blocksOf = (readme: string, language: string): Array<string> =>
  [...readme.matchAll(RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block!)

/**
 * One program of some blocks: what they import is imported once, `given` is declared before their first statement, and a line
 * such as `expression // value` must have that value. It prints the number of values that it compared,
 * and exits, because a README may leave a server open.
 */
export const programOf = (blocks: ReadonlyArray<string>, given = ""): string => {
  const lines = blocks.join("\n").split("\n")
  const imports = lines.filter((line) => line.startsWith("import "))
  const code = lines.filter((line) => !line.startsWith("import "))
  return [
    'import assert from "node:assert/strict"',
    ...merged(imports),
    "let compared = 0",
    given,
    ...code.map(asserted),
    'console.log("%d values", compared)',
    "process.exit()",
    ""
  ].join("\n")
}

/** Turns a line with an expected value into an assertion. */
const asserted = (line: string): string => {
  const [, given, wanted] = /^(\S.*?) \/\/ (.+)$/.exec(line) ?? []
  return given === undefined ? line : `assert.deepEqual(${given}, ${wanted}, ${JSON.stringify(line)}); compared++`
}

/** Merges the imports of all blocks, so that each name is imported once. */
const merged = (lines: ReadonlyArray<string>): Array<string> => {
  const names = new Map<string, Set<string>>()
  const others = new Set<string>()
  for (const line of lines) {
    const [, all = "", from = ""] = /^import \{ (.*) \} from "(.*)"$/.exec(line) ?? []
    if (from === "") others.add(line)
    else for (const name of all.split(", ")) names.set(from, (names.get(from) ?? new Set()).add(name))
  }
  return [...others, ...[...names].map(([from, all]) => `import { ${[...all].join(", ")} } from "${from}"`)]
}
