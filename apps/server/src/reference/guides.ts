/** The guides about calls, read from where the sources, the packages or the bundle have them. */
import { readFile } from "node:fs/promises"
import { guides } from "../docs/paths.ts"

/** The text of a guide. Links to what is not served are left as their words. */
export const guideText = async (name: string): Promise<string> =>
  (await readGuide(name)).replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words: string, target: string) =>
    /^https:/.test(target) || guides.has(target.replace(/\.md$/, "")) ? link : words
  )

/** Our own bundle and the published packages have a copy in a folder; the sources read them from the repository. */
const readGuide = async (name: string): Promise<string> => {
  for (const folder of [".", "./bottega", "..", "../../../../docs"]) {
    const file = new URL(`${folder}/guides/${name}.md`, import.meta.url)
    const text = await readFile(file, "utf8").catch(() => undefined)
    if (text !== undefined) return text
  }
  throw new Error(`The guide ${name} is not beside the program.`)
}
