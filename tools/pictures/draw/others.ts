/** Soap and candles. */
import { block, body, circle, inside, line, oval, path, shadow, type Tone, times, turned } from "./kit.ts"
import { lettering } from "./letters.ts"
import { ink, wood } from "./tones.ts"

/** Two bars of olive soap with foam. */
export const soap = (_: Tone): string =>
  shadow(200, 326, 140) +
  turned(
    8,
    220,
    150,
    path("M128 96 H300 L322 122 V206 H150 L128 182Z", "#8f9a5a"),
    block([128, 96, 172, 86], "#a9b46c", 10, "down")
  ) +
  path("M72 196 H272 L304 232 V322 H104 L72 288Z", "#7f8a4a") +
  block([72, 196, 200, 94], "#b5bf7a", 12, "down") +
  line("M94 214 H250 V272 H94Z", "#8f9a5a", 3) +
  lettering("SAPONE", "#6d7a35", { x: 172, y: 230, height: 24, maxWidth: 136 }) +
  [
    [300, 318, 22],
    [334, 300, 15],
    [272, 332, 13],
    [92, 328, 17],
    [64, 312, 10],
    [322, 272, 9],
    [118, 338, 9]
  ]
    .map(
      ([x, y, r]) => circle(x!, y!, r!, "#fff", 'opacity=".85"') + circle(x! - r! / 3, y! - r! / 3, r! / 4, "#cfe4ea")
    )
    .join("")

/** Four candles of beeswax, two of them lit. */
export const candles = (_: Tone): string => {
  const candle = (x: number, top: number, lit: boolean) => {
    const d = `M${x} ${top} H${x + 46} V318 H${x}Z`
    return (
      shadow(x + 23, 322, 30, 6) +
      body(d, "#e5b04a") +
      inside(
        `c${x}`,
        d,
        times(14, (n) =>
          times(3, (m) =>
            path(
              `M${x + m * 18 + (n % 2) * 9 - 4} ${top + 8 + n * 16} l5 -8 h8 l5 8 l-5 8 h-8Z`,
              "none",
              'stroke="#bf8a2c" stroke-width="1.8"'
            )
          )
        )
      ) +
      oval(x + 23, top, 23, 6, "#f3cd7c") +
      line(`M${x + 23} ${top} v-14`, ink, 3) +
      (lit
        ? circle(x + 23, top - 34, 34, "#fff0b8", 'opacity=".75" filter="url(#soft)"') +
          path(`M${x + 23} ${top - 60} q18 26 0 48 q-18 -22 0 -48Z`, "#f08a2c") +
          path(`M${x + 23} ${top - 42} q9 16 0 28 q-9 -12 0 -28Z`, "#fff1b0")
        : "")
    )
  }
  return (
    shadow(200, 326, 140) +
    candle(70, 150, true) +
    candle(142, 196, false) +
    candle(214, 128, true) +
    candle(286, 172, false) +
    line("M60 292 Q200 314 342 292", wood.dark, 4)
  )
}
