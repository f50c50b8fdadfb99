/** The copper of the kitchen, and the coffee makers. */
import { ball, block, body, circle, inside, line, oval, path, placed, shadow, type Tone, times, turned } from "./kit.ts"
import { copper, ink, steel } from "./tones.ts"

/** A polenta pot with its bow handle. */
export const pot = (_: Tone): string =>
  shadow(200, 318, 118) +
  line("M92 168 Q104 58 200 56 Q296 58 308 168", "#5a4a40", 10) +
  body("M80 170 Q84 292 150 312 H250 Q316 292 320 170Z", copper.main) +
  inside(
    "pot",
    "M80 170 Q84 292 150 312 H250 Q316 292 320 170Z",
    times(4, (n) =>
      times(9, (m) => oval(96 + m * 24 + (n % 2) * 12, 214 + n * 24, 8, 6, copper.light, 'opacity=".35"'))
    )
  ) +
  oval(200, 170, 122, 34, copper.light) +
  oval(200, 172, 110, 27, "#d9d2c8") +
  oval(200, 184, 92, 17, "#f0cf62") +
  oval(188, 181, 62, 9, "#f7e08e") +
  circle(92, 184, 9, "#5a4a40") +
  circle(308, 184, 9, "#5a4a40") +
  line("M104 200 Q112 252 136 280", "#fff", 9, 'opacity=".5"')

/** A pan of tinned copper with a long handle. */
export const pan = (_: Tone): string =>
  shadow(176, 298, 140, 20) +
  turned(
    -8,
    170,
    220,
    block([286, 188, 106, 20], "#5a4a40", 9, "down"),
    block([270, 184, 46, 28], "#8d6a3c", 6, "down"),
    circle(380, 198, 5, "#efe6d4")
  ) +
  body("M36 206 Q44 282 96 292 H254 Q306 282 314 206Z", copper.main) +
  oval(175, 206, 139, 52, copper.light) +
  oval(175, 208, 128, 45, "#e6e3de") +
  oval(175, 216, 106, 33, "#cfcac3") +
  oval(160, 210, 72, 18, "#f4f2ee", 'opacity=".8"') +
  path("M140 206 Q130 226 150 236 Q184 248 214 232 Q232 214 208 204 Q196 194 176 202 Q156 192 140 206Z", "#fff") +
  circle(180, 219, 15, "#f0b238") +
  circle(175, 215, 5, "#f9d98a") +
  line("M58 236 Q68 266 92 276", "#fff", 8, 'opacity=".5"')

/** A fluted copper mould for puddings. */
export const mould = (_: Tone): string =>
  shadow(200, 316, 140) +
  ball(200, 292, 142, 26, copper.dark, "down") +
  path("M76 288 Q92 196 126 150 H274 Q308 196 324 288 Q200 316 76 288Z", copper.dark) +
  times(7, (n) =>
    body(
      `M${66 + n * 38} 288 Q${60 + n * 38} 200 ${118 + n * 24} 150 Q${140 + n * 20} 146 ${146 + n * 20} 150 Q${116 + n * 34} 210 ${108 + n * 36} 288 Q${88 + n * 37} 302 ${66 + n * 38} 288Z`,
      n % 2 ? copper.main : copper.light
    )
  ) +
  body("M118 156 Q124 92 200 88 Q276 92 282 156 Q200 182 118 156Z", copper.main, "down") +
  times(6, (n) =>
    line(
      `M${138 + n * 25} ${166 - Math.abs(2.5 - n) * 3} Q${156 + n * 18} 116 ${186 + n * 6} 96`,
      copper.dark,
      3,
      'opacity=".6"'
    )
  ) +
  oval(200, 96, 28, 9, copper.light) +
  oval(200, 97, 17, 5, copper.dark) +
  line("M104 262 Q108 212 136 176", "#fff", 7, 'opacity=".55"')

const moka = (boiler: string): string =>
  line("M256 92 H316 Q330 94 328 112 L318 186 Q314 198 304 194 L300 130 H262", ink, 18) +
  body("M124 208 L108 318 Q108 330 120 330 H280 Q292 330 292 318 L276 208Z", boiler) +
  path("M166 208 L158 330 H178 L182 208Z M222 208 L226 330 H246 L236 208Z", "#fff", 'opacity=".35"') +
  circle(150, 262, 8, "#c9a24a") +
  block([122, 186, 156, 24], steel.dark, 6) +
  body("M136 78 L112 70 L124 110 L118 188 H282 L262 78Z", steel.main) +
  path("M176 78 L164 188 H186 L192 78Z M226 78 L232 188 H250 L242 78Z", "#fff", 'opacity=".55"') +
  body("M130 78 Q150 54 198 52 Q248 54 268 78Z", steel.light, "down") +
  circle(199, 42, 13, ink) +
  line("M118 188 L124 110", steel.dark, 2)

const cup = (x: number, y: number) =>
  placed(
    x,
    y,
    1,
    shadow(30, 46, 34, 6),
    oval(28, 42, 34, 8, "#fbf6ea"),
    line("M50 12 Q66 12 62 24 Q58 32 46 30", "#fbf6ea", 6),
    body("M4 4 Q6 34 18 42 H38 Q50 34 52 4Z", "#fbf6ea"),
    oval(28, 4, 24, 7, "#efe6d4"),
    oval(28, 5, 18, 4.5, "#4a2c1a")
  )

const steam = line("M84 58 q-12 -14 0 -28 M104 66 q-12 -16 0 -32", "#fff", 6, 'opacity=".8"')

/** A coffee maker for three cups. */
export const mokaThree = (_: Tone): string =>
  shadow(200, 330, 124) + placed(66, 66, 0.8, moka(steel.main), steam) + cup(26, 288) + cup(294, 288) + cup(160, 326)

/** A coffee maker for six cups, in red. */
export const mokaSix = (_: Tone): string => {
  const cups = [
    [8, 262],
    [22, 318],
    [94, 336],
    [228, 336],
    [306, 318],
    [322, 262]
  ] as const
  return shadow(200, 330, 140) + placed(26, 8, 0.96, moka("#b23a2e"), steam) + cups.map(([x, y]) => cup(x, y)).join("")
}
