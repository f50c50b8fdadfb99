/** The larger pottery: jugs, jars and vases. */
import { block, body, circle, inside, line, oval, path, petals, shadow, type Tone, times } from "./kit.ts"
import { cream, tones, walnut, wood } from "./tones.ts"

/** A ceramic jug. */
export const jug = (_: Tone): string => {
  const c = tones["blu"]!
  const side =
    "M150 96 Q164 140 132 182 Q92 236 120 292 Q134 326 200 326 Q266 326 280 292 Q308 236 268 182 Q240 140 256 90 L276 74 Q250 66 232 78 Q196 90 150 84Z"
  return (
    shadow(204, 328, 112) +
    line("M262 130 Q344 118 334 196 Q326 254 284 262", cream, 22) +
    line("M262 128 Q338 118 330 190", "#fff", 5) +
    line("M262 141 Q332 134 322 196 Q314 242 286 252", "#cbbd9f", 3) +
    body(side, "#fbf6ea") +
    inside(
      "side",
      side,
      line("M110 204 Q200 228 292 204", c.main, 6) +
        line("M106 292 Q200 314 296 292", c.main, 8) +
        petals(200, 256, [22, 22], c.main, 8, 16) +
        circle(200, 256, 9, "#d19a3a") +
        line("M128 262 Q150 236 166 258 Q150 276 128 262 M272 262 Q250 236 234 258 Q250 276 272 262", "#6f9168", 5) +
        path("M140 96 Q200 112 270 80 L262 110 Q200 128 146 112Z", c.main)
    ) +
    path("M150 84 Q196 92 232 78 Q250 66 276 74 L258 88 Q210 106 150 92Z", "#d8cbb0")
  )
}

/** A soup tureen with its lid. */
export const tureen = (_: Tone): string => {
  const c = tones["verde"]!
  const pot = "M72 186 Q76 286 156 304 H244 Q324 286 328 186Z"
  return (
    shadow(200, 326, 120) +
    line("M78 206 Q36 200 44 232 Q54 256 90 248 M322 206 Q364 200 356 232 Q346 256 310 248", "#efe6d2", 14) +
    body("M156 300 H244 L258 324 H142Z", "#efe6d2") +
    body(pot, "#fbf6ea") +
    inside(
      "pot",
      pot,
      times(9, (n) => path(`M${68 + n * 30} 236 q15 -26 30 0 q-15 26 -30 0Z`, c.main)) +
        line("M70 270 Q200 298 330 270", c.light, 5)
    ) +
    body("M64 186 Q74 112 200 104 Q326 112 336 186 Q200 214 64 186Z", "#fdfaf2", "down") +
    line("M68 186 Q200 214 332 186", c.main, 7) +
    line("M104 150 Q200 128 296 150", c.light, 5) +
    body("M184 106 Q176 78 200 74 Q224 78 216 106Z", c.main, "ball")
  )
}

/** A tall vase with branches. */
export const vase = (c: Tone): string => {
  const side =
    "M176 150 Q184 188 152 218 Q124 256 146 320 Q156 344 200 344 Q244 344 254 320 Q276 256 248 218 Q216 188 224 150Z"
  const leaf = (x: number, y: number, degrees: number) =>
    path(`M${x} ${y} q14 -12 30 0 q-14 12 -30 0Z`, "#7d9b6c", `transform="rotate(${degrees} ${x} ${y})"`)
  const stems = line("M196 154 Q180 100 140 66 M200 154 Q204 90 206 40 M206 154 Q224 106 266 78", "#66804f", 4)
  const leaves = [
    [168, 104, 200],
    [160, 92, -60],
    [146, 74, 205],
    [203, 110, -20],
    [204, 110, 200],
    [206, 80, -30],
    [205, 76, 215],
    [206, 46, -90],
    [226, 116, 10],
    [238, 100, -80],
    [256, 86, 20],
    [262, 80, -60]
  ] as const
  return (
    shadow(204, 346, 84) +
    stems +
    leaves.map(([x, y, turn]) => leaf(x, y, turn)).join("") +
    body(side, c.main) +
    inside(
      "vase",
      side,
      path("M120 250 Q200 226 280 250 V262 Q200 238 120 262Z", c.light) +
        path("M120 284 Q200 262 290 284 V288 Q200 268 120 288Z", c.light)
    ) +
    oval(200, 150, 25, 8, c.dark) +
    line("M158 236 Q142 272 158 312", "#fff", 8, 'opacity=".4"')
  )
}

/** A ceramic cruet for oil. */
export const cruet = (_: Tone): string =>
  shadow(200, 332, 92) +
  line("M246 196 Q302 190 296 244 Q290 282 254 282", cream, 16) +
  body(
    "M178 132 Q180 164 148 196 Q122 230 138 304 Q144 328 200 328 Q256 328 262 304 Q278 230 252 196 Q220 164 222 132Z",
    "#fbf6ea"
  ) +
  line("M172 150 Q140 140 118 104", "#efe5cf", 13) +
  line("M120 106 L112 92", "#d8cbb0", 13) +
  block([174, 112, 52, 24], "#efe5cf", 6) +
  body("M186 84 H214 L220 114 H180Z", wood.main) +
  circle(200, 80, 15, wood.main) +
  circle(195, 75, 5, wood.light) +
  line("M142 222 Q200 238 258 222 M138 302 Q200 320 262 302", "#6f9168", 6) +
  line("M156 284 Q196 262 240 240", "#6f7f4a", 4) +
  [
    [176, 264, -10],
    [196, 274, 40],
    [208, 248, -20],
    [226, 262, 40]
  ]
    .map(([x, y, r]) => oval(x!, y!, 15, 6, "#8aa05c", `transform="rotate(${r} ${x} ${y})"`))
    .join("") +
  oval(186, 288, 9, 11, "#4b5a2c") +
  oval(234, 274, 9, 11, "#4b5a2c")

/** A salt box for the wall, with its wooden lid and a spoon. */
export const saltBox = (_: Tone): string =>
  shadow(206, 344, 104) +
  body("M128 150 Q122 74 200 64 Q278 74 272 150 V320 H128Z", "#f5eedd") +
  circle(200, 96, 10, "#b9ab8d") +
  body("M106 178 H294 V316 Q294 336 274 336 H126 Q106 336 106 316Z", "#fdf9ef") +
  body("M96 176 L124 140 H276 L304 176 Q304 188 292 188 H108 Q96 188 96 176Z", wood.main, "down") +
  circle(200, 164, 9, walnut.main) +
  petals(200, 258, [32, 24], "#3f6399", 8, 15) +
  circle(200, 258, 9, "#d19a3a") +
  line("M122 206 H278 M122 318 H278", "#3f6399", 5) +
  line("M132 258 q12 -14 24 0 q-12 14 -24 0 M244 258 q12 -14 24 0 q-12 14 -24 0", "#6f9168", 5)
