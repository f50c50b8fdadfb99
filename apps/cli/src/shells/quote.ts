/** Quotes words for POSIX shells. */

/** A word in single quotes. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
