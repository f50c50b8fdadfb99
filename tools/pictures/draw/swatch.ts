/** The sample of a colour. */
import { ball, circle, ring, shadow, type Tone } from "./kit.ts"

/** A round sample of a colour, glazed. */
export const swatch = (c: Tone): string =>
  shadow(200, 328, 126) +
  ball(200, 196, 138, 138, c.main) +
  ring(200, 196, 118, 118, c.light, 4) +
  circle(156, 146, 16, c.light)
