/** The oils and the vinegar. */
import { ball, block, body, circle, line, oval, path, rect, shadow, type Tone, times, turned } from "./kit.ts"
import { lettering } from "./letters.ts"
import { cream, ink } from "./tones.ts"

const bottle =
  "M180 66 H220 V132 Q222 158 250 178 Q260 188 260 208 V322 Q260 340 242 340 H158 Q140 340 140 322 V208 Q140 188 150 178 Q178 158 180 132Z"

const oilBottle = (glass: string, label: string, below: string): string =>
  shadow(202, 342, 92) +
  body(bottle, glass) +
  block([174, 44, 52, 40], ink, 5) +
  rect(174, 78, 52, 6, "#c9a24a") +
  rect(140, 218, 120, 94, cream) +
  rect(140, 218, 120, 6, "#c9a24a") +
  rect(140, 306, 120, 6, "#c9a24a") +
  lettering(label, ink, { x: 200, y: 236, height: 20, maxWidth: 90 }) +
  below +
  line("M154 200 V212 M188 96 V132", "#fff", 6, 'opacity=".5"') +
  rect(140, 218, 120, 94, "url(#round)")

const olive = (x: number, y: number, degrees: number) => turned(degrees, x, y, ball(x, y, 15, 11, "#6d7a35"))

/** A bottle of olive oil, with olives. */
export const oliveOil = (_: Tone): string =>
  oilBottle(
    "#5f6b2c",
    "OLIO",
    line("M170 288 Q200 268 232 276", "#6f7f4a", 3) +
      [
        [184, 274, -30],
        [204, 268, 20],
        [220, 284, 30]
      ]
        .map(([x, y, turn]) => oval(x!, y!, 12, 5, "#8aa05c", `transform="rotate(${turn} ${x} ${y})"`))
        .join("")
  ) +
  line("M256 326 Q300 300 344 296", "#6f7f4a", 4) +
  [
    [290, 296, 30],
    [318, 290, -30],
    [330, 310, 20]
  ]
    .map(([x, y, turn]) => oval(x!, y!, 22, 8, "#8aa05c", `transform="rotate(${turn} ${x} ${y})"`))
    .join("") +
  olive(292, 324, 20) +
  olive(322, 330, -20) +
  olive(104, 330, 0)

const lemon = (x: number, y: number, degrees: number) =>
  turned(
    degrees,
    x,
    y,
    body(`M${x - 44} ${y} q4 -34 44 -34 q36 0 42 28 q8 6 0 12 q-8 28 -42 28 q-40 0 -44 -34Z`, "#f2d046", "ball")
  )

/** A bottle of lemon oil, with lemons. */
export const lemonOil = (_: Tone): string =>
  oilBottle("#d8bd3c", "OLIO", lettering("AL LIMONE", ink, { x: 200, y: 276, height: 12, maxWidth: 96 })) +
  lemon(306, 304, -14) +
  circle(94, 306, 34, "#f2d046") +
  circle(94, 306, 28, "#fbf3c4") +
  times(8, (n) => turned(n * 45, 94, 306, path("M94 302 Q84 290 88 282 Q94 278 100 282 Q104 290 94 302Z", "#f4dc6a")))

/** A small bottle of balsamic vinegar in its own shape. */
export const vinegar = (_: Tone): string => {
  const glass =
    "M180 98 H220 V150 Q220 168 240 176 Q300 208 292 262 Q284 306 244 318 V328 H156 V318 Q116 306 108 262 Q100 208 160 176 Q180 168 180 150Z"
  return (
    shadow(202, 334, 108) +
    path(glass, "#3a1d16") +
    path(glass, "url(#ball)") +
    block([144, 320, 112, 18], "#2a1510", 6) +
    block([172, 62, 56, 46], "#7c1f24", 6) +
    circle(200, 128, 22, "#9c2a2e") +
    circle(200, 128, 15, "#7c1f24") +
    lettering("B", "#e4c987", { x: 200, y: 120, height: 16 }) +
    path("M136 216 Q200 200 264 216 V288 Q200 304 136 288Z", cream) +
    lettering("ACETO", ink, { x: 200, y: 228, height: 18, maxWidth: 104 }) +
    lettering("BALSAMICO", ink, { x: 200, y: 260, height: 12, maxWidth: 108 }) +
    line("M126 214 Q114 244 128 278", "#fff", 7, 'opacity=".45"')
  )
}
