/** The fields by which people know a document where no view says it, the best first. */
export const titles: ReadonlyArray<string> = ["title", "name", "fullname", "label", "subject", "code", "email"]
