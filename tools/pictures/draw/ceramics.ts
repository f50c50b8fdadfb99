/** The pottery of the table: plates, bowls and cups. */
import { ball, block, body, circle, inside, line, oval, path, petals, placed, ring, shadow, type Tone } from "./kit.ts"
import { cream } from "./tones.ts"

/** A flat plate, painted, seen from above. */
export const plate = (c: Tone): string =>
  shadow(206, 216, 158, 150) +
  circle(200, 196, 150, "#fdfaf2") +
  circle(200, 196, 150, "url(#ball)") +
  ring(200, 196, 145, 145, c.main, 8) +
  ring(200, 196, 132, 132, c.light, 3) +
  petals(200, 196, [117, 117], c.main, 18, 13) +
  petals(200, 196, [117, 117], c.light, 18, 5) +
  circle(200, 196, 96, "#fbf7ec") +
  ring(200, 196, 96, 96, "#e0d6c2", 2) +
  petals(200, 196, [30, 30], c.main, 8, 21) +
  petals(200, 196, [52, 52], c.light, 8, 8) +
  circle(200, 196, 11, c.dark) +
  circle(200, 196, 5, c.light) +
  path("M88 128 Q118 78 176 62 Q124 92 104 140Z", "#fff", 'opacity=".7"')

/** A deep plate from the side, with soup. */
export const soupPlate = (c: Tone): string =>
  shadow(200, 296, 150) +
  body("M44 190 Q80 286 150 294 H250 Q320 286 356 190Z", "#fbf7ec") +
  inside("outer", "M44 190 Q80 286 150 294 H250 Q320 286 356 190Z", line("M40 256 Q200 286 360 256", c.light, 5)) +
  oval(200, 190, 157, 62, c.main) +
  oval(200, 189, 149, 57, "#fdfaf2") +
  petals(200, 189, [128, 46], c.main, 20, 11) +
  oval(200, 194, 104, 35, "#e6dccb") +
  oval(200, 198, 98, 30, "#d9703a") +
  oval(192, 194, 80, 20, "#e88a52", 'opacity=".7"') +
  [
    [160, 196],
    [214, 206],
    [240, 190],
    [190, 188]
  ]
    .map(([x, y]) => path(`M${x} ${y} q9 -9 18 0 q-9 8 -18 0Z`, "#5e8a4a"))
    .join("") +
  block([140, 290, 120, 9], "#e6dccb", 4)

/** A glazed bowl. */
export const bowl = (c: Tone): string => {
  const side = "M70 168 Q78 288 164 304 H236 Q322 288 330 168Z"
  return (
    shadow(200, 322, 116) +
    block([150, 298, 100, 22], "#b98b64", 5) +
    body(side, c.main) +
    inside(
      "side",
      side,
      path("M60 252 Q110 236 150 258 Q200 276 250 256 Q300 238 340 254 V320 H60Z", "#c99b72") +
        path(
          "M60 252 Q110 236 150 258 Q200 276 250 256 Q300 238 340 254",
          "none",
          `stroke="${c.dark}" stroke-width="5"`
        )
    ) +
    path(side, "url(#round)") +
    oval(200, 168, 130, 40, c.light) +
    oval(200, 172, 119, 33, c.dark) +
    oval(206, 180, 98, 22, c.main) +
    line("M96 192 Q104 238 126 262", "#fff", 9, 'opacity=".45"')
  )
}

const steam = (x: number, y: number) =>
  line(
    `M${x} ${y} q-12 -16 0 -32 q12 -16 0 -32 M${x + 30} ${y} q-12 -16 0 -32 q12 -16 0 -32`,
    "#fff",
    6,
    'opacity=".75"'
  )

/** A large breakfast cup on its saucer. */
export const breakfastCup = (c: Tone): string =>
  shadow(200, 322, 140) +
  ball(194, 304, 138, 24, cream, "down") +
  oval(194, 299, 120, 15, "#e5dac6") +
  steam(176, 132) +
  line("M284 178 Q344 172 340 218 Q334 262 270 254", c.main, 20) +
  line("M284 174 Q338 170 336 214", c.light, 5, 'opacity=".7"') +
  body("M86 152 Q88 264 150 296 H238 Q300 264 302 152Z", c.main) +
  oval(194, 152, 108, 30, c.light) +
  oval(194, 155, 97, 23, "#e9d3b4") +
  oval(194, 158, 90, 18, "#c39a6c") +
  path("M160 158 q34 -20 68 0 q-34 16 -68 0Z", "#f1e2c8") +
  line("M96 204 Q194 226 292 204", cream, 6, 'opacity=".85"') +
  line("M102 186 Q106 240 136 268", "#fff", 8, 'opacity=".4"')

/** Six small coffee cups. */
export const espressoCups = (_: Tone): string => {
  const colours = ["#b6573d", "#d19a3a", "#3f6399", "#6f9168", "#8d5f7d", "#c9b48e"]
  const cup = (x: number, y: number, colour: string) =>
    placed(
      x,
      y,
      1,
      shadow(50, 82, 48, 8),
      ball(48, 74, 50, 12, cream, "down"),
      line("M82 26 Q108 26 102 44 Q96 58 76 54", colour, 8),
      body("M10 12 Q12 62 34 72 H62 Q84 62 86 12Z", colour),
      oval(48, 12, 38, 11, cream),
      oval(48, 14, 31, 7.5, "#4a2c1a"),
      path("M30 14 q18 -8 36 0 q-18 5 -36 0Z", "#a06a3e")
    )
  return colours.map((colour, n) => cup([36, 150, 264][n % 3]!, n < 3 ? 96 : 226, colour)).join("")
}
