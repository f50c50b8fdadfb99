/** The logos of the demo shop's brands: an emblem and the name, in strokes and shapes of our own. */
import { circle, line, oval, path, rect, times, turned } from "./draw/kit.ts"
import { lettering } from "./draw/letters.ts"

/** The two lines of a logo, its colours, and its emblem around (200, 150). */
interface Logo {
  readonly lines: readonly [large: string, small: string]
  readonly ground: string
  readonly colour: string
  readonly emblem: (colour: string, ground: string) => string
}

const flax = (colour: string): string =>
  line("M200 226 V120 M200 190 Q170 176 158 140 M200 190 Q230 176 242 140", colour, 6) +
  [
    [200, 104],
    [154, 126],
    [246, 126]
  ]
    .map(([x, y]) => times(5, (n) => turned(n * 72, x!, y!, oval(x!, y! - 15, 8, 13, colour))))
    .join("") +
  path("M200 216 Q164 214 156 192 Q190 190 200 216Z M200 216 Q236 214 244 192 Q210 190 200 216Z", colour)

const kiln = (colour: string, ground: string): string =>
  path("M124 226 V156 Q128 84 200 80 Q272 84 276 156 V226Z", colour) +
  path("M160 226 V176 Q164 138 200 136 Q236 138 240 176 V226Z", ground) +
  path("M200 152 Q228 184 216 204 Q210 218 200 218 Q190 218 184 204 Q178 190 192 180 Q202 172 200 152Z", colour) +
  line("M112 230 H288", colour, 9)

const wave = (colour: string, ground: string): string =>
  circle(200, 150, 78, colour) +
  path(
    "M122 162 Q150 136 180 158 Q210 180 238 154 Q252 142 278 150 Q276 228 200 228 Q126 226 122 162Z",
    ground,
    'opacity=".92"'
  ) +
  line(
    "M134 190 Q160 172 184 190 Q212 208 240 188 Q254 180 266 186 M152 210 Q170 200 188 212 Q210 222 230 210",
    colour,
    6
  ) +
  circle(226, 112, 15, ground)

const oak = (colour: string, ground: string): string =>
  circle(200, 132, 56, colour) +
  circle(158, 160, 38, colour) +
  circle(242, 160, 38, colour) +
  rect(189, 160, 22, 70, colour, 4) +
  line("M200 196 V126 M200 168 L176 148 M200 154 L224 134", ground, 5) +
  line("M150 232 H250", colour, 8)

const flame = (colour: string, ground: string): string =>
  path("M136 168 H264 Q262 226 226 232 H174 Q138 226 136 168Z", colour) +
  line("M142 162 Q146 96 200 94 Q254 96 258 162", colour, 8) +
  path("M200 112 Q222 136 212 150 Q208 158 200 158 Q192 158 188 150 Q184 142 192 134 Q200 128 200 112Z", colour) +
  line("M160 190 Q164 212 180 218", ground, 6)

const hill = (colour: string, ground: string): string =>
  path("M112 226 Q150 132 200 172 Q240 118 288 226Z", colour) +
  line("M152 226 Q170 196 190 190 M206 226 Q220 190 240 180", ground, 5) +
  times(6, (n) => turned(n * 60, 200, 108, oval(200, 90, 9, 15, colour))) +
  circle(200, 108, 9, ground) +
  line("M200 124 V160", colour, 5)

const saddle = (colour: string, ground: string): string =>
  path("M126 96 H274 Q282 176 200 232 Q118 176 126 96Z", colour) +
  line("M140 108 H260 Q264 172 200 216 Q136 172 140 108Z", ground, 3.5, 'stroke-dasharray="8 7"') +
  line("M166 132 L200 190 L234 132", ground, 9)

const moon = (colour: string, ground: string): string =>
  circle(200, 150, 80, colour) +
  circle(226, 136, 62, ground) +
  path("M182 214 L246 110 Q258 98 262 108 Q262 116 254 124 L192 220 L178 226Z", colour)

/** The logos by the name of their file. */
export const logos: Readonly<Record<string, Logo>> = {
  serraluce: { lines: ["SERRALUCE", "FILANDA"], ground: "#f4efe4", colour: "#5c7391", emblem: flax },
  bracedoro: { lines: ["BRACEDORO", "FORNACE"], ground: "#f8efe6", colour: "#b6573d", emblem: kiln },
  ondavetra: { lines: ["ONDAVETRA", "VETRERIA"], ground: "#eef5f6", colour: "#2f7f91", emblem: wave },
  tornabosco: { lines: ["TORNABOSCO", "FALEGNAMERIA"], ground: "#f3f1e4", colour: "#5f6f3c", emblem: oak },
  ramebruno: { lines: ["RAMEBRUNO", "RAMERIA"], ground: "#f9eee4", colour: "#a5532b", emblem: flame },
  colleghiotto: { lines: ["COLLEGHIOTTO", "DISPENSA"], ground: "#f6f3e1", colour: "#7a7a24", emblem: hill },
  pellevalle: { lines: ["PELLEVALLE", "CUOIERIA"], ground: "#f3e9dd", colour: "#6b4226", emblem: saddle },
  foglialuna: { lines: ["FOGLIALUNA", "CARTIERA"], ground: "#efedf4", colour: "#4d4372", emblem: moon }
}

/** A logo as an SVG of 400 × 400. */
export const logoOf = ({ colour, emblem, ground, lines: [large, small] }: Logo): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">${rect(0, 0, 400, 400, ground)}${emblem(colour, ground)}${lettering(large, colour, { x: 200, y: 266, height: 38, maxWidth: 320, weight: 1.1 })}${lettering(small, colour, { x: 200, y: 328, height: 17, maxWidth: 260, weight: 0.8 })}</svg>`
