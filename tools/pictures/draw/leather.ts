/** The leather: bag, belt, wallet, sandals. */
import { block, body, circle, line, oval, path, placed, rect, shadow, type Tone, times, turned } from "./kit.ts"
import { lettering } from "./letters.ts"
import { brown, ink, steel } from "./tones.ts"

const brass = "#d8b25a"

/** A leather bag with a flap and a shoulder strap. */
export const bag = (c: Tone): string =>
  shadow(200, 334, 136) +
  line("M104 180 Q96 56 200 52 Q304 56 296 180", c.dark, 15) +
  line("M106 176 Q100 62 200 58 Q300 62 294 176", c.light, 2, 'stroke-dasharray="5 5"') +
  body("M76 168 H324 L336 304 Q336 330 310 330 H90 Q64 330 64 304Z", c.main) +
  line("M78 304 Q80 318 94 318 H306 Q320 318 322 304", c.light, 2, 'stroke-dasharray="6 5"') +
  body("M70 160 H330 L322 232 Q314 262 270 262 H130 Q86 262 78 232Z", c.main, "down") +
  line("M84 172 H316 M86 230 Q94 252 132 252 H268 Q306 252 314 230", c.light, 2, 'stroke-dasharray="6 5"') +
  block([186, 232, 28, 62], c.dark, 8) +
  rect(182, 250, 36, 26, brass, 5) +
  rect(190, 257, 20, 12, c.dark, 2) +
  circle(104, 178, 8, brass) +
  circle(296, 178, 8, brass)

/** A leather belt, rolled, with its buckle. */
export const belt = (_: Tone): string =>
  shadow(200, 326, 146) +
  body("M98 206 A104 34 0 1 0 306 206 V270 A104 38 0 1 1 98 270Z", brown.main) +
  oval(202, 204, 104, 36, brown.light) +
  oval(202, 204, 94, 30, brown.dark) +
  oval(202, 208, 78, 24, brown.main) +
  oval(202, 210, 70, 20, brown.dark) +
  oval(202, 213, 56, 15, "#3d2410") +
  path("M200 246 Q280 252 352 214 L370 224 L364 282 Q290 322 200 308Z", brown.main) +
  path("M200 246 Q280 252 352 214 L370 224 L364 282 Q290 322 200 308Z", "url(#down)") +
  line("M206 254 Q284 258 350 224 M206 300 Q290 312 356 276", "#e3c39a", 2, 'stroke-dasharray="6 5"') +
  [
    [300, 268],
    [322, 261],
    [343, 252]
  ]
    .map(([x, y]) => circle(x!, y!, 4.5, ink))
    .join("") +
  turned(
    4,
    152,
    276,
    path("M98 226 H190 V322 H98Z M116 244 V304 H172 V244Z", brass, 'fill-rule="evenodd"'),
    line("M98 226 H190 V322 H98Z", "#a8822f", 3),
    rect(110, 266, 76, 12, "#b8923c", 5)
  ) +
  block([206, 238, 22, 78], brown.dark, 5)

/** A leather wallet, open, with notes and cards. */
export const wallet = (_: Tone): string =>
  shadow(200, 322, 150) +
  turned(
    -5,
    200,
    150,
    rect(88, 92, 216, 96, "#9fbf9a", 4),
    circle(196, 132, 24, "#86a981"),
    rect(100, 104, 30, 16, "#86a981"),
    rect(76, 110, 216, 90, "#e2b98c", 4),
    circle(184, 146, 22, "#cf9f6c"),
    lettering("50", "#9a6a3a", { x: 106, y: 122, height: 18 })
  ) +
  body("M54 156 Q54 140 70 140 H330 Q346 140 346 156 V300 Q346 318 330 318 H70 Q54 318 54 300Z", brown.main, "down") +
  line("M66 162 V300 Q66 306 76 306 H324 Q334 306 334 300 V162", "#e3c39a", 2.4, 'stroke-dasharray="7 5"') +
  rect(196, 140, 8, 178, brown.dark) +
  times(3, (n) => block([222, 170 + n * 34, 104, 60], [steel.light, "#5c7391", "#c9764a"][n]!, 6)) +
  body("M214 254 H336 V300 Q336 308 326 308 H214Z", brown.light, "down") +
  body("M70 186 H186 V300 H76 Q66 300 66 290Z", brown.light, "down") +
  circle(126, 240, 20, "none", `stroke="${brown.dark}" stroke-width="3"`) +
  lettering("V", brown.dark, { x: 126, y: 231, height: 18 })

/** A pair of sandals from above. */
export const sandals = (_: Tone): string => {
  const sole =
    "M62 6 Q104 6 108 62 Q110 106 98 150 Q92 186 96 226 Q94 268 58 270 Q22 268 22 226 Q26 186 18 150 Q6 100 16 58 Q26 8 62 6Z"
  const one = placed(
    0,
    0,
    1,
    path(sole, "#8a5c30", 'transform="translate(5 9)"'),
    body(sole, "#e0bd8d", "down"),
    line("M62 18 Q94 20 97 64 Q98 106 88 150 Q82 186 85 226 Q82 256 58 258", "#b58a55", 2, 'stroke-dasharray="5 5"'),
    line("M58 52 Q56 90 20 124 M58 52 Q66 92 102 120", brown.main, 13),
    line("M20 124 Q58 154 102 120 M26 190 Q60 160 92 192", brown.main, 13),
    [
      [58, 54],
      [40, 92],
      [78, 92],
      [60, 138],
      [36, 126],
      [86, 124]
    ]
      .map(([x, y]) => circle(x!, y!, 9, "#2f8f9c") + circle(x! - 3, y! - 3, 3, "#bfe6ea"))
      .join(""),
    circle(30, 192, 6, brass)
  )
  return (
    shadow(206, 336, 150) +
    turned(-8, 140, 200, placed(72, 58, 1, one)) +
    turned(8, 260, 200, `<g transform="translate(328 58) scale(-1 1)">${one}</g>`)
  )
}
