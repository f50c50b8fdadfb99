/** Wrong usage: reported on stderr with exit code 2, before anything is sent to a store. */

/** A command that cannot run as it was given; the message is one sentence. */
export class Usage extends Error {}
