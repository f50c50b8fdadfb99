/** The courses, and the hem that the shop takes up. */
import { ball, block, body, circle, line, oval, path, placed, rect, shadow, type Tone, times, turned } from "./kit.ts"
import { brick, cream, ink, steel, walnut, wood } from "./tones.ts"

/** A pot on the potter's wheel, with two hands at it. */
export const potteryCourse = (_: Tone): string => {
  const clay = { light: "#cf9a78", main: "#b3734e" }
  const hand = "M0 0 Q36 -16 62 2 Q80 10 84 30 Q80 40 66 36 L44 32 Q50 46 40 52 Q20 56 0 50 L-90 58 V-10Z"
  return (
    shadow(200, 352, 120) +
    body("M170 310 H230 L244 352 H156Z", walnut.main) +
    ball(200, 300, 142, 26, "#8a8f92", "down") +
    oval(200, 294, 128, 19, "#a9afb2") +
    oval(200, 292, 80, 11, clay.main) +
    body("M146 288 Q112 220 150 170 Q168 146 160 116 H240 Q232 146 250 170 Q288 220 254 288Z", clay.main) +
    oval(200, 116, 40, 11, clay.light) +
    oval(200, 118, 32, 7, "#7a4a2f") +
    times(5, (n) =>
      line(
        `M${138 - n * 2 + (n > 2 ? (n - 2) * 6 : 0)} ${190 + n * 20} Q200 ${206 + n * 20} ${262 + n * 2 - (n > 2 ? (n - 2) * 6 : 0)} ${190 + n * 20}`,
        clay.light,
        2.5,
        'opacity=".7"'
      )
    ) +
    placed(76, 196, 1, body(hand, "#e8b692", "down"), block([-90, -14, 56, 76], brick.main, 10, "down")) +
    `<g transform="translate(324 196) scale(-1 1)">${body(hand, "#e8b692", "down")}${block([-90, -14, 56, 76], brick.main, 10, "down")}</g>`
  )
}

/** Fresh tagliatelle, the rolling pin and eggs. */
export const pastaCourse = (_: Tone): string => {
  const nest = (x: number, y: number) =>
    placed(
      x,
      y,
      1,
      shadow(50, 58, 52, 9),
      ball(50, 40, 54, 26, "#e9bd5c"),
      times(6, (n) =>
        line(
          `M${6 + n * 5} ${42 - n * 3} Q50 ${72 - n * 8} ${94 - n * 5} ${40 - n * 3} Q50 ${2 + n * 3} ${6 + n * 5} ${42 - n * 3}`,
          n % 2 ? "#f6da92" : "#d6a440",
          4
        )
      )
    )
  return (
    shadow(200, 326, 170, 18) +
    body("M52 168 H348 L384 316 H16Z", wood.light, "down") +
    rect(16, 316, 368, 14, wood.dark) +
    path("M90 180 Q200 160 300 184 Q330 220 290 240 Q200 260 104 236 Q66 208 90 180Z", "#f6e2ac") +
    oval(200, 214, 128, 34, "#fff", 'opacity=".35"') +
    turned(
      -12,
      200,
      140,
      block([84, 128, 232, 44], wood.main, 16, "down"),
      block([40, 140, 50, 20], walnut.main, 10, "down"),
      block([310, 140, 50, 20], walnut.main, 10, "down")
    ) +
    nest(40, 226) +
    nest(140, 248) +
    nest(240, 232) +
    ball(336, 218, 17, 22, "#f0d9bf") +
    ball(364, 238, 17, 22, "#fbf0e2")
  )
}

/** A trouser leg whose hem is pinned, with thread, needle and a measuring tape. */
export const hem = (_: Tone): string => {
  const c = { light: "#7a8ca8", main: "#5b6f90", dark: "#3a4a66" }
  return (
    shadow(200, 342, 140) +
    body("M118 40 H238 L246 262 H110Z", c.main) +
    line("M178 40 V230", c.dark, 2, 'opacity=".6"') +
    block([106, 248, 144, 44], c.light, 3, "down") +
    line("M110 258 H246", cream, 3, 'stroke-dasharray="9 7"') +
    times(3, (n) => line(`M${134 + n * 42} 240 v34`, steel.dark, 3) + circle(134 + n * 42, 240, 6, brick.main)) +
    path("M40 316 Q120 288 206 316 Q280 340 366 306 L370 328 Q282 362 200 338 Q120 312 44 338Z", "#f0c64f") +
    times(20, (n) =>
      line(
        `M${56 + n * 16} ${(n < 9 ? 312 - 6 * Math.sin(n / 2.6) : 318 + 10 * Math.sin((n - 9) / 3.4)).toFixed(0)} v${n % 5 ? 7 : 13}`,
        ink,
        1.8
      )
    ) +
    block([288, 196, 56, 12], wood.main, 3) +
    block([294, 208, 44, 60], brick.main, 2) +
    times(6, (n) => line(`M295 ${215 + n * 9} h42`, brick.light, 2)) +
    block([288, 268, 56, 12], wood.main, 3) +
    line("M294 236 Q262 220 270 180 Q276 140 312 118", brick.main, 2.5) +
    line("M276 172 L336 84", steel.main, 6) +
    line("M276 172 L336 84", steel.dark, 1.5) +
    oval(331, 92, 2, 5, ink, 'transform="rotate(34 331 92)"')
  )
}
