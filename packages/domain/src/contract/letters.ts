/** Reduces letters to those that people type, whatever marks are above and below them. */

/**
 * A text in compatibility decomposition (NFKD) without its marks. They are taken away before too: a platform sorts each run of marks,
 * in a time that grows with its square, and a run may be as long as the text.
 */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\p{M}+/gu, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
