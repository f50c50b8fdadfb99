/** Why a server does not start. */

/** Says in one sentence why. */
export class NotStarted extends Error {}

/** What a step of a start gives; its failure becomes the end of a sentence. */
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
