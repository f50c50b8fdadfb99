/** Words for what shops hold, the same for every command. */
import type { Amount } from "@bottega/service/maintenance"

/** A count with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** The documents and files of shops, as a part of a sentence. */
export const amountText = ({ documents, files }: Amount): string =>
  [counted(documents, "document"), ...(files === 0 ? [] : [counted(files, "file")])].join(" and ")
