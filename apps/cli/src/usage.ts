/** Wrong usage: what is told on stderr with exit code 2, before anything was asked of a store. */

/** A command that cannot be run as it was given; the message is one sentence. */
export class Usage extends Error {}
