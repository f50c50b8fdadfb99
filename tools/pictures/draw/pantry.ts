/** What else the pantry holds: coffee, pasta, honey, jam, chocolate. */
import { ball, block, body, circle, inside, line, oval, path, rect, shadow, type Tone, times, turned } from "./kit.ts"
import { lettering } from "./letters.ts"
import { brown, cream, ink, steel, wood } from "./tones.ts"

const bean = (x: number, y: number, degrees: number) =>
  turned(degrees, x, y, ball(x, y, 17, 12, "#5a3420"), line(`M${x - 15} ${y} q15 -7 30 0`, "#2c180c", 2.5))

const beans = [
  [76, 318, 20],
  [112, 330, -30],
  [290, 328, 40],
  [326, 316, -10],
  [306, 300, 80],
  [92, 300, -60]
] as const

const coffeeBag = (colour: string, label: string, second: string): string =>
  shadow(200, 334, 130) +
  beans.map(([x, y, turn]) => bean(x, y, turn)).join("") +
  body("M124 106 H276 L288 322 Q200 336 112 322Z", colour) +
  path("M276 106 L288 322 L268 326 L256 106Z", "#000", 'opacity=".14"') +
  block([120, 74, 160, 36], colour, 4, "down") +
  rect(116, 96, 168, 10, "#c9a24a", 4) +
  line("M124 82 H276", "#000", 1.5, 'opacity=".3"') +
  rect(140, 152, 120, 128, cream, 6) +
  lettering(label, ink, { x: 200, y: 176, height: 22, maxWidth: 96 }) +
  lettering(second, ink, { x: 200, y: 210, height: 12, maxWidth: 96 }) +
  bean(200, 252, -30)

/** A bag of the house's coffee blend. */
export const coffeeBlend = (_: Tone): string => coffeeBag("#9c3b2e", "CAFFÈ", "MISCELA")

/** A bag of arabica. */
export const arabica = (_: Tone): string => coffeeBag("#3f5a4c", "CAFFÈ", "ARABICA")

/** A bag of pasta with a window that shows it. */
export const pasta = (_: Tone): string => {
  const window = "M144 204 Q200 184 256 204 V292 Q200 310 144 292Z"
  const tube = (x: number, y: number, degrees: number) =>
    turned(
      degrees,
      x,
      y,
      block([x - 25, y - 9, 50, 18], "#ecc46a", 5, "down"),
      times(4, (n) => line(`M${x - 16 + n * 10} ${y - 8} v16`, "#c99a3c", 1.6)),
      oval(x + 25, y, 4, 9, "#b98a34")
    )
  const shown = [
    [160, 216, 20],
    [206, 212, -30],
    [244, 224, 40],
    [170, 246, -40],
    [214, 244, 10],
    [248, 262, -20],
    [160, 276, 10],
    [202, 278, 50],
    [234, 292, 0]
  ] as const
  return (
    shadow(200, 338, 126) +
    body("M120 100 H280 L292 330 Q200 342 108 330Z", "#2f5c8f") +
    block([116, 62, 168, 42], "#2f5c8f", 4, "down") +
    times(15, (n) => line(`M${122 + n * 11.2} 66 v32`, "#fff", 1.4, 'opacity=".35"')) +
    rect(150, 84, 100, 14, "#c9a24a", 3) +
    lettering("PASTA", cream, { x: 200, y: 126, height: 34, maxWidth: 130, weight: 1 }) +
    lettering("AL BRONZO", cream, { x: 200, y: 172, height: 10 }) +
    path(window, "#f7ecd2") +
    inside("window", window, shown.map(([x, y, turn]) => tube(x, y, turn)).join("")) +
    line(window, "#c9a24a", 4) +
    tube(76, 322, 14) +
    tube(324, 326, -24) +
    tube(340, 298, 40)
  )
}

/** A jar of honey with its dipper. */
export const honey = (_: Tone): string => {
  const glass = "M112 142 Q96 154 96 178 V306 Q96 334 124 334 H252 Q280 334 280 306 V178 Q280 154 264 142Z"
  return (
    shadow(206, 338, 128) +
    body(glass, "#e7a52c") +
    path("M104 176 Q188 190 272 176 V168 Q188 158 104 168Z", "#f7cf74") +
    block([104, 104, 168, 42], "#f3ead6", 8, "down") +
    times(10, (n) => line(`M${114 + n * 16.4} 108 V142`, "#c94f3a", 6)) +
    line("M106 144 H270", "#8a5c30", 5) +
    path("M124 206 H252 V292 H124Z", cream) +
    lettering("MIELE", ink, { x: 188, y: 222, height: 22, maxWidth: 104 }) +
    [
      [168, 266],
      [188, 266],
      [208, 266],
      [178, 282],
      [198, 282]
    ]
      .map(([x, y]) => path(`M${x! - 9} ${y} l4.5 -8 h9 l4.5 8 l-4.5 8 h-9Z`, "#e7a52c"))
      .join("") +
    line("M108 186 V304", "#fff", 8, 'opacity=".5"') +
    turned(
      24,
      316,
      240,
      block([310, 108, 14, 150], wood.main, 6),
      times(5, (n) => block([292 + Math.abs(2 - n) * 4, 252 + n * 15, 50 - Math.abs(2 - n) * 8, 11], wood.main, 5))
    ) +
    path("M270 324 q14 -10 30 0 q10 12 -14 12 q-24 0 -16 -12Z", "#e7a52c")
  )
}

/** A jar of fig jam, with figs. */
export const jam = (_: Tone): string => {
  const fig = (x: number, y: number) =>
    body(
      `M${x} ${y - 58} q8 20 26 34 q24 24 8 50 q-14 18 -34 18 q-20 0 -34 -18 q-16 -26 8 -50 q18 -14 26 -34Z`,
      "#5b3a63",
      "ball"
    ) + line(`M${x} ${y - 58} v-12`, "#6f7f4a", 6)
  return (
    shadow(200, 336, 140) +
    body("M94 152 Q84 162 84 184 V308 Q84 332 108 332 H220 Q244 332 244 308 V184 Q244 162 234 152Z", "#6d2f3d") +
    times(14, (n) => circle(100 + ((n * 37) % 130), 176 + ((n * 29) % 30), 2.2, "#e4b98a")) +
    block([86, 112, 156, 44], "#d9b25c", 8, "down") +
    rect(86, 140, 156, 5, "#a8822f") +
    rect(100, 212, 128, 84, cream, 4) +
    lettering("FICHI", ink, { x: 164, y: 228, height: 24, maxWidth: 104 }) +
    line("M120 272 H208 M134 284 H194", "#8d5f7d", 3) +
    line("M96 186 V306", "#fff", 7, 'opacity=".4"') +
    fig(316, 300) +
    circle(268, 316, 34, "#5b3a63") +
    circle(268, 316, 29, "#f0dcc0") +
    circle(268, 316, 22, "#c4566a") +
    times(12, (n) =>
      circle(268 + Math.round(14 * Math.cos(n * 2.2)), 316 + Math.round(14 * Math.sin(n * 2.2)), 2.4, "#f3d9a8")
    )
  )
}

/** A bar of chocolate in the wrapper of its flavour, half open. */
export const chocolate = (c: Tone): string =>
  shadow(204, 330, 130) +
  turned(
    -10,
    200,
    200,
    block([124, 50, 152, 290], brown.dark, 6),
    times(3, (n) => times(4, (m) => block([130 + n * 48, 56 + m * 38, 44, 34], "#5a331c", 4, "ball"))),
    path("M118 172 L142 156 L166 174 L192 156 L218 176 L244 158 L266 172 L284 160 V346 H118Z", steel.light),
    body("M116 186 H286 V344 Q286 350 280 350 H122 Q116 350 116 344Z", c.main),
    rect(116, 198, 170, 6, "#e4c987"),
    rect(116, 330, 170, 6, "#e4c987"),
    rect(136, 226, 130, 82, cream, 4),
    lettering("MODICA", c.dark, { x: 201, y: 240, height: 20, maxWidth: 108 }),
    line("M150 274 H252", c.main, 3),
    circle(201, 292, 9, c.main),
    circle(174, 292, 6, c.light),
    circle(228, 292, 6, c.light)
  )
