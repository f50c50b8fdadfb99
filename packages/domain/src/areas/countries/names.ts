/** How names of places are compared: as people type them, not as they are printed. */

/** A name without case, accents and apostrophes, with one space for any run of dashes and spaces. */
export const folded = (name: string): string =>
  // Codes, uids and plain words have nothing to fold but their case: 0.1 µs and not 1.
  plain.test(name)
    ? name.toLowerCase()
    : name
        .normalize("NFKD")
        .replace(/[\p{M}'’‘ʻʼ]/gu, "")
        .replace(/[-–\s]+/g, " ")
        .trim()
        // Upper case first, so that ß is ss and the Turkish ı is i.
        .toUpperCase()
        .toLowerCase()

const plain = /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/
