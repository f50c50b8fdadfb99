/** The paper, and what is written with. */
import { block, body, circle, line, path, placed, rect, shadow, type Tone, times, turned } from "./kit.ts"
import { lettering } from "./letters.ts"
import { brick, cream, ink, paper, steel, walnut } from "./tones.ts"

const brass = "#d8b25a"

/** A notebook with a ribbon. */
export const notebook = (_: Tone): string =>
  shadow(206, 338, 128) +
  turned(
    -7,
    200,
    200,
    body("M112 66 H300 V334 H112Z", paper.dark),
    times(6, (n) => line(`M300 ${72 + n * 44} h6`, "#b9a983", 2)),
    rect(118, 62, 186, 268, paper.light, 3),
    block([96, 58, 190, 276], "#7c3b3f", 8),
    rect(96, 58, 26, 276, "#5f2a2e", 6),
    line("M122 60 V332", "#3f1a1d", 2, 'opacity=".6"'),
    times(4, (n) => line(`M98 ${94 + n * 68} H120`, "#e4c987", 5)),
    rect(150, 112, 106, 70, paper.main, 4),
    rect(156, 118, 94, 58, "none"),
    line("M158 120 H248 V174 H158Z", "#b9a983", 2),
    lettering("CARTA", "#7c3b3f", { x: 203, y: 136, height: 16, maxWidth: 78 }),
    line("M176 164 H230", "#b9a983", 2),
    path("M232 330 H246 V372 L239 362 L232 372Z", brass)
  )

/** Writing paper with envelopes and a seal. */
export const letterPaper = (_: Tone): string =>
  shadow(204, 334, 144) +
  turned(
    -9,
    160,
    180,
    block([66, 66, 170, 226], paper.light, 3, "down"),
    times(7, (n) => line(`M88 ${112 + n * 22} H${n === 6 ? 160 : 214}`, "#b9b09a", 2.4)),
    path("M140 78 q12 -12 22 0 q-10 14 -22 0Z", brick.main)
  ) +
  turned(
    8,
    250,
    200,
    block([164, 130, 190, 126], paper.main, 3, "down"),
    line("M166 132 L259 204 L352 132", "#c9b98f", 3)
  ) +
  turned(
    -3,
    220,
    270,
    rect(108, 206, 204, 128, paper.light, 4),
    rect(108, 206, 204, 128, "url(#down)", 4),
    path("M108 208 Q108 206 112 206 H308 Q312 206 312 208 L210 284Z", "#efe4c8"),
    line("M110 208 L210 284 L310 208 M110 332 L182 264 M310 332 L238 264", "#c9b98f", 2.5),
    circle(210, 280, 24, brick.main),
    circle(210, 280, 24, "url(#ball)"),
    circle(210, 280, 16, "none", `stroke="${brick.dark}" stroke-width="2.5"`),
    lettering("A", brick.dark, { x: 210, y: 272, height: 15 })
  )

/** A calendar of a year that is over. */
export const calendar = (_: Tone): string =>
  shadow(204, 336, 128) +
  block([86, 82, 228, 250], paper.light, 8, "down") +
  block([86, 82, 228, 70], brick.main, 8, "down") +
  lettering("2024", cream, { x: 200, y: 104, height: 32, weight: 1 }) +
  times(7, (n) => rect(112 + n * 28, 66, 8, 34, steel.dark, 4)) +
  times(31, (n) =>
    rect(104 + (n % 7) * 29, 172 + Math.floor(n / 7) * 29, 19, 19, n % 7 === 6 ? "#e0a08c" : "#dcd2bb", 3)
  ) +
  line("M104 178 L296 306 M296 178 L104 306", brick.main, 7, 'opacity=".8"') +
  path("M314 332 L270 332 Q300 322 314 290Z", paper.dark)

/** A gift voucher with a ribbon. */
export const voucher = (_: Tone): string =>
  shadow(206, 310, 160, 18) +
  turned(
    -7,
    200,
    200,
    block([40, 118, 320, 182], "#fffaf0", 12, "down"),
    line("M52 130 H348 V288 H52Z", brass, 3),
    rect(104, 118, 34, 182, "#b6404a"),
    rect(40, 192, 320, 30, "#b6404a"),
    rect(104, 118, 34, 182, "url(#round)"),
    path("M121 206 Q72 150 62 184 Q58 214 121 206Z M121 206 Q170 150 180 184 Q184 214 121 206Z", "#d05a63"),
    path("M118 206 L84 262 L104 256 L112 274 L126 208Z M124 206 L158 262 L138 256 L130 274 L116 208Z", "#a5343e"),
    circle(121, 204, 15, "#b6404a"),
    lettering("BUONO", ink, { x: 252, y: 146, height: 26, maxWidth: 150 }),
    lettering("REGALO", ink, { x: 252, y: 238, height: 26, maxWidth: 150 })
  )

const shine = (d: string, width = 7) => line(d, "#fff", width, 'opacity=".75"')

/** A pen of twisted glass beside its bottle of ink. */
export const glassPen = (_: Tone): string =>
  shadow(190, 336, 150) +
  placed(
    196,
    168,
    1,
    shadow(64, 150, 66, 10),
    body("M8 56 Q-8 64 -6 84 V136 Q-4 150 12 150 H116 Q132 150 134 136 V84 Q136 64 120 56Z", "#cfe0e6"),
    path("M0 92 H128 V134 Q126 144 112 144 H16 Q2 144 0 134Z", "#25406e"),
    block([30, 34, 68, 26], "#b9d0d8", 4),
    block([24, 4, 80, 34], walnut.main, 6),
    rect(28, 98, 72, 36, "#fbf6ea", 3),
    line("M40 110 Q52 104 60 114 T86 112 M44 124 H82", "#25406e", 2.5),
    shine("M6 74 V130", 5)
  ) +
  `<g transform="rotate(34 140 196)">${block([126, 60, 28, 190], "#6fb0c4", 13)}${times(10, (n) => line(`M127 ${86 + n * 17} Q140 ${70 + n * 17} 153 ${66 + n * 17}`, n % 2 ? "#fff" : "#d9739a", 4))}${circle(140, 56, 17, "#6fb0c4")}${circle(135, 51, 5, "#fff")}${body("M128 250 H152 L146 296 L140 314 L134 296Z", "#9fd0dd")}${line("M140 254 V308 M134 256 L138 302 M146 256 L142 302", "#25406e", 2)}</g>` +
  line("M60 330 Q84 306 100 326 T136 322", "#25406e", 4)
