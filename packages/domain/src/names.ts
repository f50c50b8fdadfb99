/** How names of places are compared: as people type them, not as they are printed. */

/** A name without case, accents and apostrophes, with one space for any run of dashes and spaces. */
export const folded = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}'’‘ʻʼ]/gu, "")
    .replace(/[-–\s]+/g, " ")
    .trim()
    // Upper case first, so that ß is ss and the Turkish ı is i.
    .toUpperCase()
    .toLowerCase()
