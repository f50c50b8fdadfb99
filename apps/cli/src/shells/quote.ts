/** How words are quoted in what POSIX shells read. */

/** A word in single quotes. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
