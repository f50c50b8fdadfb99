/** Finds the smallest request that still shows what a larger one showed. */
import { type Request, smaller } from "./request.ts"

/** Whether a request shows the finding. */
export type Shows = (request: Request) => Promise<boolean>

/**
 * The smallest request found before the deadline (milliseconds since 1970), or `undefined` if even the original does
 * not show the finding again.
 */
export const smallest = async (
  request: Request,
  shows: Shows,
  until: number,
  tries = 150
): Promise<Request | undefined> => {
  if (!(await shows(request))) return undefined
  let [best, left] = [request, tries]
  for (let found = true; found && left > 0 && Date.now() < until; ) {
    found = false
    for (const candidate of smaller(best)) {
      if (left-- <= 0 || Date.now() > until) break
      if (!(await shows(candidate))) continue
      best = candidate
      found = true
      break
    }
  }
  return best
}
