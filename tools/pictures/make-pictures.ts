/**
 * Draws the pictures of the demo shop: `node tools/pictures/make-pictures.ts` writes the WebP files of
 * packages/service/src/demo/pictures and removes those that nothing needs. Running it again changes nothing.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { lines, pictureNames, swatches, swatchOf } from "../../packages/service/src/demo/wares.ts"
import { picture } from "./draw/kit.ts"
import { swatch } from "./draw/swatch.ts"
import { tones } from "./draw/tones.ts"
import { drawings } from "./drawings.ts"
import { logoOf, logos } from "./logos.ts"

/** Where the files are kept. */
export const folder = join(import.meta.dirname, "../../packages/service/src/demo/pictures")

/** Every picture of the demo shop as an SVG, by the name of its file. */
export const drawn = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(logos).map(([name, logo]) => [`logo-${name}.webp`, logoOf(logo)] as const),
    ...swatches.map((value) => [`${swatchOf(value)}.webp`, picture("#e8e2d6", swatch(tones[value]!))] as const),
    ...lines.flatMap((line) => {
      const [ground, draw] = drawings[line[0]] ?? missing(line[0])
      return pictureNames(line).map(([value, name]) => [`${name}.webp`, picture(ground, draw(tones[value]!))] as const)
    })
  ])

/** An SVG as a WebP file: the smallest that shows no traces of its compression at this size. */
export const webpOf = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).webp({ quality: 72, effort: 6, smartSubsample: true }).toBuffer()

const missing = (code: string): never => {
  throw new Error(`There is no drawing of ${code}.`)
}

/** Writes the files that differ. */
const make = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const pictures = drawn()
  for (const name of globSync("*", { cwd: folder })) if (!pictures.has(name)) rmSync(join(folder, name))
  for (const [name, svg] of pictures) {
    const file = join(folder, name)
    const bytes = await webpOf(svg)
    const isSame = globSync(name, { cwd: folder }).length > 0 && readFileSync(file).equals(bytes)
    if (!isSame) writeFileSync(file, bytes)
  }
}

if (import.meta.main) await make()
