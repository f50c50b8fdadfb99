/** The glass: tumblers, wine glasses, the bottle, the lamp, the paperweight. */
import {
  around,
  ball,
  block,
  body,
  circle,
  inside,
  line,
  oval,
  path,
  placed,
  rect,
  ring,
  shadow,
  type Tone,
  times
} from "./kit.ts"
import { brick, steel, walnut } from "./tones.ts"

const shine = (d: string, width = 7) => line(d, "#fff", width, 'opacity=".75"')

/** Six blown tumblers, each of another colour. */
export const tumblers = (_: Tone): string => {
  const colours = ["#5f93b8", "#d9a441", "#7fa883", "#b86a86", "#c97a4a", "#7c7fb5"]
  const glass = (x: number, y: number, colour: string) =>
    placed(
      x,
      y,
      1,
      shadow(46, 104, 42, 8),
      path("M4 8 Q10 70 18 100 Q46 110 74 100 Q82 70 88 8Z", colour, 'opacity=".55"'),
      path("M8 46 Q12 80 18 98 Q46 108 74 98 Q80 80 84 46 Q46 56 8 46Z", colour, 'opacity=".6"'),
      ring(46, 8, 42, 11, colour, 3.5),
      oval(46, 99, 27, 6, "#fff", 'opacity=".3"'),
      shine("M20 26 Q22 62 28 84", 6)
    )
  return colours.map((colour, n) => glass([44, 154, 264][n % 3]!, n < 3 ? 84 : 216, colour)).join("")
}

/** Four wine glasses with red wine in two of them. */
export const wineGlasses = (_: Tone): string => {
  const cup = "M6 0 Q-8 74 44 92 Q96 74 82 0Z"
  const glass = (x: number, y: number, wine: string | undefined) =>
    placed(
      x,
      y,
      1,
      shadow(44, 194, 38, 8),
      path(cup, "#bcd6de", 'opacity=".5"'),
      wine === undefined ? "" : inside(`w${x}`, cup, rect(-10, 36, 110, 70, wine) + oval(44, 36, 46, 8, "#b3485a")),
      line(cup, "#8fb1bd", 3),
      line("M44 94 V184", "#a9c7d1", 7),
      ring(44, 0, 38, 9, "#8fb1bd", 3),
      oval(44, 190, 36, 9, "#bcd6de", 'stroke="#8fb1bd" stroke-width="2.5"'),
      shine("M18 16 Q16 50 30 68", 6)
    )
  return glass(84, 62, undefined) + glass(226, 62, "#8c2238") + glass(36, 138, "#8c2238") + glass(156, 146, undefined)
}

/** A bottle with a swing stopper. */
export const swingBottle = (_: Tone): string => {
  const glass =
    "M176 112 H224 V160 Q226 186 252 204 Q264 216 264 240 V324 Q264 342 246 342 H154 Q136 342 136 324 V240 Q136 216 148 204 Q174 186 176 160Z"
  return (
    shadow(202, 344, 90) +
    path(glass, "#8db8a5", 'opacity=".75"') +
    inside("glass", glass, rect(130, 226, 140, 120, "#6fa08c", 0)) +
    oval(200, 226, 63, 9, "#a4cbb9") +
    path(glass, "url(#round)") +
    line(glass, "#5f8f7c", 3) +
    block([170, 96, 60, 20], "#a4cbb9", 8) +
    body("M180 70 Q178 54 200 52 Q222 54 220 70 L226 96 H174Z", "#f7f3ea", "ball") +
    rect(174, 90, 52, 9, brick.main, 4) +
    line("M200 58 Q150 56 160 104 L170 138 Q200 146 230 138 L240 104 Q250 56 200 58", steel.dark, 4.5) +
    line("M170 130 H230", steel.dark, 5) +
    shine("M156 236 V312", 9) +
    shine("M186 128 V160", 6)
  )
}

/** A table lamp of blown glass, shaped as a mushroom. */
export const lamp = (_: Tone): string => {
  const shade = "M70 204 Q66 74 200 66 Q334 74 330 204 Q200 236 70 204Z"
  const colours = ["#e9a07c", "#f6d3b6"]
  return (
    circle(200, 170, 178, "#fff3cf", 'opacity=".55" filter="url(#soft)"') +
    shadow(200, 344, 110) +
    body("M172 214 Q184 270 150 326 Q148 342 200 344 Q252 342 250 326 Q216 270 228 214Z", "#f3c9a4") +
    oval(200, 206, 128, 26, "#fff1c4") +
    path(shade, "#f3b48c") +
    inside(
      "shade",
      shade,
      times(11, (n) => line(`M200 60 Q${30 + n * 34} 110 ${50 + n * 30} 240`, colours[n % 2]!, 13)) +
        oval(200, 220, 150, 40, "#fff6d8", 'opacity=".45"')
    ) +
    path(shade, "url(#ball)") +
    shine("M106 164 Q116 112 160 92", 10) +
    line("M250 330 Q304 338 330 316 Q350 300 372 308", walnut.dark, 4)
  )
}

/** A paperweight with a thousand glass flowers in it. */
export const paperweight = (_: Tone): string => {
  const colours = ["#c2415a", "#3f6399", "#e0a13c", "#5d9678", "#7a5a9c", "#d9703a", "#4f9ab0"]
  const flower = (x: number, y: number, size: number, n: number) =>
    circle(x, y, size, colours[n % 7]!) +
    times(8, (m) => circle(...around(x, y, size * 0.66, size * 0.66, m * 45), size * 0.2, "#fff")) +
    circle(x, y, size * 0.4, "#fff") +
    circle(x, y, size * 0.27, colours[(n + 3) % 7]!)
  const rings = [
    [0, 1, 30],
    [56, 6, 26],
    [106, 12, 24]
  ] as const
  return (
    shadow(200, 322, 130) +
    circle(200, 200, 140, "#dcecef") +
    inside(
      "globe",
      "M60 200 A140 140 0 1 1 340 200 A140 140 0 1 1 60 200Z",
      rect(60, 60, 280, 280, "#335a78"),
      rings
        .map(([radius, count, size], ring) =>
          times(count, (n) => {
            const [x, y] = around(200, 204, radius, radius * 0.94, (n * 360) / count + ring * 13)
            return flower(x, y, size, n + ring * 2)
          })
        )
        .join("")
    ) +
    circle(200, 200, 140, "url(#ball)") +
    ring(200, 200, 138, 138, "#bcd9e2", 6) +
    ball(150, 128, 34, 18, "#fff", "down").replaceAll("/>", ' transform="rotate(-34 150 128)" opacity=".6"/>')
  )
}
