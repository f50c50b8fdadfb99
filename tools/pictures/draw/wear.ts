/** The linen clothes. */
import { block, body, circle, inside, line, oval, path, rect, shadow, type Tone, times } from "./kit.ts"
import { cream, steel, walnut, wood } from "./tones.ts"

const hanger =
  line("M200 78 Q200 60 210 56 Q222 50 216 40 Q208 32 198 42", steel.dark, 5) +
  line("M112 116 Q196 76 200 78 Q204 76 288 116", walnut.main, 9)

/** A linen shirt on its hanger. */
export const shirt = (_: Tone): string => {
  const c = { light: "#f4f8fb", main: "#cfe0ea", dark: "#7f9fb3" }
  const trunk = "M166 84 L112 104 L120 330 Q200 342 280 330 L288 104 L234 84 Q200 106 166 84Z"
  return (
    shadow(206, 356, 90) +
    hanger +
    body(
      "M114 104 Q84 116 76 150 L52 286 Q68 298 92 294 L122 190Z M286 104 Q316 116 324 150 L348 286 Q332 298 308 294 L278 190Z",
      c.main
    ) +
    line("M54 276 Q70 288 94 284 M346 276 Q330 288 306 284", c.dark, 3) +
    body(trunk, c.light) +
    path(trunk, c.main, 'opacity=".6"') +
    rect(191, 104, 18, 234, c.light) +
    line("M191 104 V336 M209 104 V336", c.dark, 1.6, 'opacity=".7"') +
    times(6, (n) => circle(200, 128 + n * 36, 4, "#fff", `stroke="${c.dark}" stroke-width="1.6"`)) +
    path("M166 82 L200 108 L180 138 L150 96Z M234 82 L200 108 L220 138 L250 96Z", "#fff") +
    line("M166 82 L200 108 L180 138 L150 96Z M234 82 L200 108 L220 138 L250 96Z", c.dark, 2) +
    rect(228, 162, 36, 42, c.light, 3) +
    line("M228 170 H264 M228 162 V204 H264 V162", c.dark, 1.8)
  )
}

/** Linen trousers on a clamp hanger. */
export const trousers = (_: Tone): string => {
  const c = { light: "#e3d3b3", main: "#cbb68c", dark: "#8d7850" }
  const legs = "M134 96 H266 L282 348 H212 L200 180 L188 348 H118Z"
  return (
    shadow(200, 360, 90) +
    line("M200 62 Q200 50 210 46 Q220 38 212 32 Q204 28 196 36", steel.dark, 5) +
    line("M128 78 Q200 46 272 78", steel.dark, 6) +
    block([136, 72, 22, 34], walnut.main, 4) +
    block([242, 72, 22, 34], walnut.main, 4) +
    body(legs, c.main) +
    rect(134, 96, 132, 22, c.light) +
    line("M134 118 H266", c.dark, 2) +
    line("M200 118 V180 M200 140 Q214 150 212 118 M156 122 Q152 150 132 158 M244 122 Q248 150 268 158", c.dark, 2.2) +
    line("M153 190 L148 346 M247 190 L252 346", c.dark, 1.8, 'opacity=".5"') +
    line("M118 334 H188 M212 334 H282", c.dark, 2, 'stroke-dasharray="4 4"') +
    line("M196 108 Q176 116 178 152 M204 108 Q222 118 218 146", cream, 4) +
    circle(200, 107, 4, walnut.dark) +
    rect(150, 94, 7, 26, c.dark, 2) +
    rect(244, 94, 7, 26, c.dark, 2)
  )
}

/** An apron with a pocket. */
export const apron = (c: Tone): string => {
  const cloth = "M158 116 H242 Q246 172 292 190 V322 Q200 336 108 322 V190 Q154 172 158 116Z"
  return (
    shadow(206, 350, 100) +
    line("M162 118 Q150 50 200 46 Q250 50 238 118", c.dark, 8) +
    line("M108 196 Q70 210 62 252 Q76 270 70 300 M292 196 Q330 210 338 252 Q324 270 330 300", c.dark, 6) +
    body(cloth, c.main) +
    inside(
      "cloth",
      cloth,
      times(9, (n) => rect(112 + n * 22, 100, 2.5, 240, c.light))
    ) +
    rect(158, 116, 84, 14, c.dark) +
    body("M142 222 H258 V284 Q200 296 142 284Z", c.light, "down") +
    line("M142 232 H258 M200 222 V290", c.dark, 2.4) +
    line("M172 222 L166 178 M166 186 q-10 -22 0 -30 q12 6 0 30", wood.dark, 6) +
    oval(166, 166, 10, 16, wood.main)
  )
}
