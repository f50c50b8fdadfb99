/** Why a server does not start. */

/** The reason, as one sentence. */
export class NotStarted extends Error {}

/** Runs a step of a start; its failure becomes the end of a sentence. */
export const orNotStarted = async <A>(
  sentence: string,
  act: () => A | Promise<A>,
  why: (error: NodeJS.ErrnoException) => string = ({ message }) => message
): Promise<A> => {
  try {
    return await act()
  } catch (error) {
    throw new NotStarted(`${sentence}${why(error as NodeJS.ErrnoException).replace(/\.$/, "")}.`)
  }
}
