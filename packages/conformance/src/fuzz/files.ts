/** Files as the fuzzer sends them: archives as texts of ASCII alone, which change as any text does. */
import type { Chance } from "@bottega/service/demo"
import { zipOf } from "../areas/template/archive.ts"

/** The text of an archive that is taken. */
export const archiveText = (chance: Chance): string => {
  for (;;) {
    const text = zipOf({ "a.html": String(chance.int(0, 9_999_999)) }).toString("latin1")
    // The checksum may have any bytes.
    if (/^[\0-\x7f]*$/.test(text)) return text
  }
}

/** Whether a text is sent as a file: an archive is, also one that was changed behind its first bytes. */
export const isFile = (text: string): boolean => text.startsWith("PK")
