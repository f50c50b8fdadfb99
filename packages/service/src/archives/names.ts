/** Which names the entries of an archive may have, so that every system that unpacks it makes the same files, and no others. */
import { maxDepth, maxPartBytes, maxPathBytes, quoted, Wrong } from "./limits.ts"

/** The name of an entry as text; a program that makes archives on Windows may not mark a name as UTF-8, but none writes another one. */
export const textOf = (raw: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    throw new Wrong(`has an entry whose name is not UTF-8: ${quoted(raw.toString("latin1"))}`)
  }
}

/** The names of one archive. */
export class Names {
  /** What stands at each path, and how it is spelled, by the path as a system without upper and lower case sees it. */
  readonly #known = new Map<string, { readonly path: string; readonly isFile: boolean; isEntry: boolean }>()

  /** Takes the name of an entry; throws if it may not have it. */
  add(name: string): void {
    const isFile = !name.endsWith("/")
    const path = isFile ? name : name.slice(0, -1)
    const wrong = wrongWith(path)
    if (wrong !== undefined) throw new Wrong(`has the entry ${quoted(name)}, ${wrong}`)
    let [above, foldedAbove] = ["", ""]
    for (const part of path.split("/")) {
      const [place, folded] = [above + part, foldedAbove + folding(part)]
      const isEntry = place.length === path.length
      this.#place(name, folded, { path: place, isFile: isEntry && isFile, isEntry })
      ;[above, foldedAbove] = [`${place}/`, `${folded}/`]
    }
  }

  #place(name: string, folded: string, { isEntry, isFile, path }: Place): void {
    const known = this.#known.get(folded)
    if (known === undefined) return void this.#known.set(folded, { path, isFile, isEntry })
    const clash = clashOf(known, { path, isFile, isEntry })
    if (clash !== undefined) throw new Wrong(`has the entry ${quoted(name)}, ${clash}`)
    known.isEntry ||= isEntry
  }
}

interface Place {
  readonly path: string
  readonly isFile: boolean
  readonly isEntry: boolean
}

const clashOf = (known: Place, { isEntry, isFile, path }: Place): string | undefined => {
  if (known.isFile !== isFile) return `while ${quoted(known.path)} is a ${known.isFile ? "file" : "folder"}`
  if (known.path !== path) return `and ${quoted(known.path)}, which some systems cannot tell apart`
  return known.isEntry && isEntry ? "twice" : undefined
}

/** A part of a path as a system sees it that ignores case and the way accents are composed. */
const folding = (part: string): string => part.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC")

const wrongWith = (path: string): string | undefined => {
  if (Buffer.byteLength(path) > maxPathBytes) return `whose name is longer than ${maxPathBytes} bytes`
  const parts = path.split("/")
  if (parts.length > maxDepth) return `which lies deeper than ${maxDepth} folders`
  if (path.startsWith("/")) return "whose name begins at the root"
  for (const part of parts) {
    const wrong = wrongWithPart(part)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

const wrongWithPart = (part: string): string | undefined => {
  if (part === "") return "whose name has an empty part"
  if (part === "." || part === "..") return `whose name has the part "${part}"`
  if (Buffer.byteLength(part) > maxPartBytes) return `whose name has a part longer than ${maxPartBytes} bytes`
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u.test(part)) return "whose name has invisible characters"
  if (/[\\:*?"<>|]/.test(part)) return 'whose name has one of the characters \\ : * ? " < > |'
  if (/^\s|[\s.]$/u.test(part)) return "whose name has a part that begins with a space, or ends with one or a dot"
  if (device.test(part)) return "whose name is that of a device"
  return undefined
}

/** Names that mean devices on Windows, with any ending. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i
