/** The woollen things. */
import { block, body, circle, inside, line, path, placed, rect, shadow, type Tone, times } from "./kit.ts"
import { brick, cream, walnut, wool } from "./tones.ts"

/** A woollen blanket, folded. */
export const blanket = (_: Tone): string =>
  shadow(200, 322, 150) +
  times(4, (n) => {
    const y = 268 - n * 44
    return (
      block([66, y, 268, 46], n % 2 ? wool.light : wool.main, 20, "down") +
      line(`M86 ${y + 23} H320`, wool.dark, 2, 'opacity=".35"') +
      times(2, (m) => rect(112 + m * 26, y, 12, 46, m ? cream : brick.main))
    )
  }) +
  line("M66 290 Q50 300 58 314 M334 292 Q350 300 342 314", wool.dark, 3) +
  times(26, (n) => line(`M${80 + n * 9.6} 312 v14`, wool.dark, 2.5)) +
  `<g transform="rotate(-8 232 120)">${rect(196, 96, 74, 44, cream, 4)}${circle(233, 118, 14, "none", `stroke="${wool.dark}" stroke-width="2.5"`)}${line("M219 118 Q233 106 247 118 M221 124 Q233 112 245 124", wool.dark, 2)}</g>`

/** A plaid over the back of an armchair. */
export const plaid = (_: Tone): string => {
  const cloth = "M116 92 Q200 74 286 92 L300 262 L104 262Z"
  const bars = [124, 160, 196, 232, 268]
  return (
    shadow(200, 344, 150) +
    body("M78 120 Q86 62 200 62 Q314 62 322 120 V260 H78Z", "#6c7f7c", "down") +
    body(
      "M40 190 Q40 164 66 164 Q92 164 92 190 V318 H40Z M308 190 Q308 164 334 164 Q360 164 360 190 V318 H308Z",
      "#5c6f6c"
    ) +
    body("M84 244 H316 V318 H84Z", "#788c88", "down") +
    line("M62 320 L56 342 M338 320 L344 342", walnut.dark, 12) +
    body(cloth, "#a63d36", "down") +
    inside(
      "cloth",
      cloth,
      bars.map((x) => rect(x - 6, 60, 14, 220, "#2f4a3c") + rect(x + 12, 60, 3, 220, "#ecd9a8")).join(""),
      `<g opacity=".72">${times(5, (n) => rect(90, 96 + n * 36, 230, 13, "#2f4a3c") + rect(90, 114 + n * 36, 230, 3, "#ecd9a8"))}</g>`
    ) +
    times(24, (n) => line(`M${107 + n * 8.2} 262 l${(n % 3) - 1} 20`, "#a63d36", 3)) +
    path(cloth, "url(#down)")
  )
}

/** A scarf, looped, with fringes. */
export const scarf = (c: Tone): string => {
  const end = (x: number, y: number, degrees: number) =>
    `<g transform="rotate(${degrees} ${x + 32} ${y})">${block([x, y, 64, 152], c.main, 2)}${times(3, (n) => rect(x, y + 88 + n * 20, 64, n === 1 ? 10 : 6, c.light))}${times(8, (n) => line(`M${x + 4 + n * 8} ${y + 152} v22`, c.dark, 4))}${times(7, (n) => line(`M${x + 6 + n * 8.6} ${y + 4} V${y + 84}`, c.dark, 1.4, 'opacity=".35"'))}</g>`
  return (
    shadow(200, 352, 100) +
    end(118, 162, 9) +
    end(212, 170, -7) +
    body("M86 146 Q78 84 200 76 Q322 84 314 146 Q306 206 200 212 Q94 206 86 146Z", c.main, "down") +
    path("M136 138 Q140 106 200 104 Q260 106 264 138 Q258 158 200 160 Q142 158 136 138Z", c.dark) +
    path("M136 138 Q140 106 200 104 Q260 106 264 138 Q250 120 200 120 Q150 120 136 138Z", "#000", 'opacity=".2"') +
    times(11, (n) => line(`M${94 + n * 21} ${178 - Math.abs(5 - n) * 6} q6 12 4 26`, c.light, 2.4, 'opacity=".65"')) +
    line("M104 174 Q200 226 296 174", c.light, 3, 'opacity=".6"')
  )
}

/** A ribbed cap with a bobble. */
export const cap = (_: Tone): string => {
  const c = { light: "#d98a6f", main: brick.main, dark: brick.dark }
  const dome = "M94 250 Q86 104 200 100 Q314 104 306 250Z"
  return (
    shadow(200, 330, 120) +
    body(dome, c.main) +
    inside(
      "dome",
      dome,
      times(9, (n) => line(`M200 96 Q${100 + n * 25} 150 ${104 + n * 24} 252`, c.dark, 4, 'opacity=".5"'))
    ) +
    circle(200, 88, 34, cream) +
    times(16, (n) =>
      circle(
        200 + (26 * Math.round(Math.cos(n) * 10)) / 10,
        88 + (26 * Math.round(Math.sin(n) * 10)) / 10,
        10,
        n % 2 ? "#efe6d4" : cream
      )
    ) +
    block([80, 236, 240, 74], c.light, 26) +
    times(13, (n) => line(`M${96 + n * 17.4} 244 V302`, c.dark, 4, 'opacity=".55"'))
  )
}

/** Three pairs of woollen socks. */
export const socks = (_: Tone): string => {
  const sock = "M0 0 H58 V112 Q60 132 82 146 L112 164 Q128 182 108 196 Q92 204 70 194 L20 166 Q0 152 0 128Z"
  const one = (x: number, y: number, main: string, mark: string) =>
    placed(
      x,
      y,
      1,
      body(sock, main),
      inside(
        `s${x}`,
        sock,
        rect(-4, 0, 70, 26, mark) +
          path("M96 150 Q140 180 112 204 L84 200 Q112 184 96 150Z M-4 120 Q28 132 18 170 L-4 160Z", mark) +
          times(6, (n) => line(`M${6 + n * 10} 0 V24`, "#fff", 1.6, 'opacity=".4"')) +
          times(3, (n) => rect(-4, 44 + n * 22, 70, 6, mark))
      )
    )
  return (
    shadow(210, 326, 140) +
    one(52, 66, "#8a9a86", "#566652") +
    one(78, 82, "#8a9a86", "#566652") +
    one(136, 94, wool.light, brick.main) +
    one(162, 108, wool.light, brick.main) +
    one(222, 96, "#5c7391", "#e4c987") +
    one(248, 112, "#5c7391", "#e4c987")
  )
}

/** A sweater with a round neck. */
export const sweater = (_: Tone): string => {
  const c = { light: "#e9dcc6", main: "#cdb793", dark: "#957c56" }
  const trunk = "M154 96 Q200 124 246 96 L290 112 L284 312 H116 L110 112Z"
  return (
    shadow(200, 344, 120) +
    body("M112 110 Q84 122 74 164 L54 292 H96 L124 196Z M288 110 Q316 122 326 164 L346 292 H304 L276 196Z", c.main) +
    block([50, 284, 48, 26], c.dark, 6) +
    block([302, 284, 48, 26], c.dark, 6) +
    body(trunk, c.main) +
    inside(
      "trunk",
      trunk,
      [150, 200, 250]
        .map(
          (x) =>
            times(9, (n) =>
              line(`M${x - 11} ${118 + n * 22} q22 11 22 22 M${x + 11} ${118 + n * 22} q-22 11 -22 22`, c.light, 5)
            ) + line(`M${x - 19} 100 V310 M${x + 19} 100 V310`, c.dark, 2, 'opacity=".5"')
        )
        .join("")
    ) +
    block([112, 304, 176, 28], c.dark, 6) +
    times(20, (n) => line(`M${120 + n * 8.4} 308 V328`, c.light, 1.8, 'opacity=".6"')) +
    path("M150 94 Q200 128 250 94 L240 84 Q200 104 160 84Z", c.dark) +
    path("M160 84 Q200 104 240 84 Q200 74 160 84Z", "#6f5a3a") +
    line("M152 96 Q200 128 248 96", c.light, 3)
  )
}
