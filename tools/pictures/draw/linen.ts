/** The linen of the house: cloths, towels, sheets, pillows. */
import { block, body, circle, inside, line, n1, oval, path, placed, rect, shadow, type Tone, times } from "./kit.ts"
import { brick, cream, steel, walnut, wood } from "./tones.ts"

/** A laid table, with a cloth that hangs in folds. */
export const tablecloth = (c: Tone): string => {
  const hanging =
    "M62 176 L338 176 L352 268 Q338 282 322 268 Q306 288 288 270 Q270 290 250 270 Q226 292 200 270 Q174 292 150 270 Q130 290 112 270 Q94 288 78 268 Q62 282 48 268Z"
  const top = "M96 132 H304 L338 178 H62Z"
  const folds = [84, 118, 160, 200, 240, 282, 316]
  return (
    shadow(200, 344, 140) +
    ["M92 260 L86 342", "M308 260 L314 342"].map((d) => line(d, walnut.main, 12)).join("") +
    body(hanging, c.main, "down") +
    folds
      .map((x) =>
        path(
          `M${x} 180 L${200 + (x - 200) * 1.08 - 6} 272 L${200 + (x - 200) * 1.08 + 8} 268Z`,
          c.dark,
          'opacity=".35"'
        )
      )
      .join("") +
    line("M52 256 Q200 262 348 256", c.dark, 2, 'opacity=".6" stroke-dasharray="2 5"') +
    path(top, c.light) +
    oval(200, 154, 40, 11, cream) +
    oval(200, 153, 26, 7, "#e6ddcc") +
    body("M188 150 Q184 122 194 118 H206 Q216 122 212 150Z", "#6f8fb5") +
    line("M198 118 Q190 96 178 90 M202 118 Q204 92 202 84 M205 118 Q214 100 224 94", "#6d8a5c", 3) +
    [
      [178, 88],
      [202, 82],
      [225, 92]
    ]
      .map(([x, y]) => circle(x!, y!, 7, "#dca24a"))
      .join("")
  )
}

/** A table from above its edge, with a runner along its middle that hangs over the front. */
export const runner = (c: Tone): string =>
  shadow(200, 350, 140) +
  body("M84 128 H316 L364 252 H36Z", wood.main, "down") +
  rect(36, 252, 328, 18, wood.dark) +
  line("M56 270 V342 M344 270 V342", wood.dark, 14) +
  times(5, (n) => line(`M${74 - n * 8} ${156 + n * 21} H${326 + n * 8}`, wood.dark, 1.2, 'opacity=".35"')) +
  path("M164 128 H236 L256 252 H144Z", c.light) +
  body("M144 252 H256 V318 H144Z", c.main, "down") +
  line("M172 128 L154 252 V310 M228 128 L246 252 V310", c.dark, 2.5, 'opacity=".55"') +
  times(15, (n) => line(`M${147 + n * 7.6} 318 v15`, c.dark, 2)) +
  oval(200, 196, 46, 14, "#fff") +
  oval(200, 194, 34, 9, "#eee6d6") +
  [
    [184, 184, 15],
    [212, 182, 17],
    [198, 170, 15]
  ]
    .map(([x, y, r]) => circle(x!, y!, r!, "#e0a13c") + circle(x! - 5, y! - 5, r! / 3, "#f3cc7d"))
    .join("")

/** Six napkins in a pile, with a ring around one that is rolled. */
export const napkins = (c: Tone): string =>
  shadow(200, 318, 140) +
  times(6, (n) => {
    const y = 292 - n * 22
    return (
      block([84 + (n % 2) * 4, y, 232, 22], n % 2 ? c.main : c.light, 9, "down") +
      line(`M92 ${y + 11} H308`, c.dark, 1.2, 'opacity=".5"')
    )
  }) +
  path("M94 182 L150 132 H346 L312 182Z", c.light) +
  path("M94 182 L150 132 H346 L312 182Z", "url(#down)") +
  line("M110 177 L157 138 H330 L302 177Z", c.dark, 1.5, 'stroke-dasharray="3 4" opacity=".8"') +
  `<g transform="rotate(-9 214 128)">${body("M112 108 Q98 124 112 142 H318 Q330 124 318 108Z", c.main, "down")}${block([196, 102, 36, 46], wood.main, 8, "down")}${line("M112 125 H196 M232 125 H318", c.dark, 1.5, 'opacity=".5"')}</g>`

/** A striped tea towel on a hook. */
export const teaTowel = (c: Tone): string => {
  const cloth =
    "M200 98 Q232 118 286 132 Q292 220 284 318 Q262 328 240 316 Q220 330 200 318 Q180 330 160 316 Q138 328 116 318 Q108 220 114 132 Q168 118 200 98Z"
  return (
    shadow(206, 346, 90) +
    rect(140, 62, 120, 22, wood.main, 8) +
    line("M200 80 V92 Q200 104 212 102", steel.dark, 6) +
    body(cloth, "#f7f1e4") +
    inside(
      "cloth",
      cloth,
      times(3, (n) => rect(90, 236 + n * 26, 220, n === 1 ? 16 : 7, brick.main)) +
        times(2, (n) => rect(132 + n * 124, 90, 7, 250, brick.main)) +
        line("M200 100 Q170 200 160 330 M200 100 Q226 210 240 330", c.dark, 3, 'opacity=".45"')
    ) +
    line("M200 98 Q193 84 200 80 Q207 84 200 98", c.dark, 4)
  )
}

/** A made bed with linen sheets. */
export const sheets = (c: Tone): string =>
  shadow(200, 340, 160) +
  body("M70 96 Q200 60 330 96 V230 H70Z", wood.main, "down") +
  times(6, (n) =>
    line(`M${104 + n * 38} ${n1(86 - 10 * Math.sin((n + 0.7) / 2))} V200`, wood.dark, 2, 'opacity=".4"')
  ) +
  rect(58, 214, 284, 98, "#fff", 14) +
  rect(58, 214, 284, 98, "url(#down)", 14) +
  [96, 208]
    .map((x) =>
      body(
        `M${x} 158 Q${x + 48} 146 ${x + 96} 158 Q${x + 104} 186 ${x + 96} 208 Q${x + 48} 216 ${x} 208 Q${x - 8} 186 ${x} 158Z`,
        c.light,
        "ball"
      )
    )
    .join("") +
  body(
    "M46 224 Q200 204 354 224 L364 316 Q340 328 320 316 Q296 330 270 316 Q236 332 200 316 Q164 332 130 316 Q104 330 80 316 Q56 328 36 316Z",
    c.main,
    "down"
  ) +
  path("M46 224 Q200 204 354 224 L357 254 Q200 234 43 254Z", c.light) +
  line("M43 250 Q200 230 357 250", c.dark, 1.5, 'opacity=".6" stroke-dasharray="4 4"') +
  line("M120 258 Q116 290 128 314 M280 258 Q286 290 272 314 M200 250 Q196 286 200 314", c.dark, 3, 'opacity=".3"') +
  line("M62 318 V340 M338 318 V340", wood.dark, 12)

/** Two pillows in their cases. */
export const pillows = (c: Tone): string => {
  const pillow = (x: number, y: number, light: boolean) => {
    const d =
      "M0 26 Q-6 0 22 6 Q110 22 198 6 Q226 0 220 26 Q208 75 220 124 Q226 150 198 144 Q110 130 22 144 Q-6 150 0 124 Q12 75 0 26Z"
    return placed(
      x,
      y,
      1,
      body(d, light ? c.light : c.main, "ball"),
      line(
        "M26 24 Q110 38 194 24 Q186 75 194 126 Q110 114 26 126 Q34 75 26 24Z",
        c.dark,
        1.8,
        'opacity=".5" stroke-dasharray="4 4"'
      ),
      line("M30 20 L54 42 M192 22 L168 44 M28 128 L54 106", c.dark, 3, 'opacity=".25"')
    )
  }
  return (
    shadow(200, 334, 140) +
    placed(40, 10, 1, `<g transform="rotate(10 160 130)">${pillow(54, 72, false)}</g>`) +
    pillow(66, 176, true)
  )
}

/** A towel with a waffle pattern over a rail. */
export const towel = (c: Tone): string => {
  const front = "M108 92 H292 V304 H108Z"
  return (
    shadow(200, 340, 110) +
    block([122, 84, 184, 186], c.dark, 4, "down") +
    body(front, c.main) +
    inside(
      "front",
      front,
      times(11, (n) => times(12, (m) => rect(114 + n * 16.4, 100 + m * 16.4, 11, 11, c.light, 2))) +
        rect(100, 262, 200, 8, c.dark) +
        rect(100, 276, 200, 4, c.dark)
    ) +
    times(23, (n) => line(`M${110 + n * 8.1} 304 v12`, c.dark, 2)) +
    line("M60 88 H340", wood.main, 15) +
    line("M60 85 H340", wood.light, 4) +
    block([50, 64, 16, 46], steel.main, 5) +
    block([334, 64, 16, 46], steel.main, 5)
  )
}
