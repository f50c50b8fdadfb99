/** The wooden things: board, spoons, mortar, tray, stool. */
import { block, body, circle, inside, line, oval, path, rect, ring, shadow, type Tone, times, turned } from "./kit.ts"
import { walnut, wood } from "./tones.ts"

/** A chopping board of olive wood, with bread and a knife. */
export const board = (_: Tone): string => {
  const shape =
    "M60 168 Q60 132 96 132 H268 Q304 132 306 160 L360 168 Q376 196 360 224 L306 232 Q304 290 268 290 H96 Q60 290 60 254Z"
  return (
    shadow(204, 306, 160, 20) +
    path(shape, wood.dark, 'transform="translate(0 10)"') +
    body(shape, wood.main, "down") +
    inside(
      "board",
      shape,
      [
        "M50 160 Q160 130 240 170 T380 160",
        "M50 196 Q130 240 230 200 T380 210",
        "M50 236 Q140 214 210 244 T380 250",
        "M50 272 Q150 250 250 280"
      ]
        .map((d) => line(d, walnut.main, 4, 'opacity=".45"'))
        .join(""),
      ring(112, 214, 22, 12, walnut.main, 3)
    ) +
    circle(344, 196, 10, "#efe4d2") +
    turned(
      -14,
      180,
      190,
      body("M96 206 Q92 150 150 142 H226 Q280 150 274 206 Q260 216 184 216 Q110 216 96 206Z", "#c98d4b", "ball"),
      times(4, (n) => line(`M${128 + n * 34} 150 q14 26 2 52`, "#f0d3a0", 7))
    ) +
    path("M216 254 q14 -26 40 -24 q26 8 20 34 q-30 12 -60 -10Z", "#f2dcb0") +
    line("M216 254 q14 -26 40 -24 q26 8 20 34 q-30 12 -60 -10Z", "#b97a38", 5)
  )
}

/** Three spoons of beech. */
export const spoons = (_: Tone): string => {
  const c = { light: "#efd0a2", main: "#dcb17a", dark: "#a67a45" }
  const spoon = (degrees: number, head: string, hollow: string) =>
    turned(
      degrees,
      200,
      330,
      shadow(206, 350, 16, 4),
      body("M192 176 H208 L212 348 Q200 358 188 348Z", c.main),
      head,
      hollow
    )
  const round = body("M154 116 Q152 58 200 56 Q248 58 246 116 Q244 176 206 186 H194 Q156 176 154 116Z", c.main, "ball")
  return (
    shadow(200, 352, 70) +
    spoon(
      -24,
      round,
      path("M168 116 Q168 74 200 72 Q232 74 232 116 Q228 160 200 164 Q172 160 168 116Z", c.dark, 'opacity=".5"')
    ) +
    spoon(
      24,
      body("M160 62 Q200 50 240 62 L236 160 Q226 184 206 188 H194 Q174 184 164 160Z", c.main, "down"),
      times(3, (n) => rect(176 + n * 20, 84, 9, 66, c.dark, 4))
    ) +
    spoon(
      0,
      body("M152 108 Q152 44 200 42 Q248 44 248 108 Q246 172 206 184 H194 Q154 172 152 108Z", c.light, "ball"),
      oval(200, 110, 24, 30, "#8a6236", 'opacity=".75"')
    )
  )
}

/** A mortar with its pestle and basil. */
export const mortar = (_: Tone): string => {
  const side = "M86 180 Q90 214 200 214 Q310 214 314 180 Q312 284 242 300 L250 326 H150 L158 300 Q90 284 86 180Z"
  const leaf = (x: number, y: number, degrees: number) =>
    turned(
      degrees,
      x,
      y,
      path(`M${x} ${y} q18 -26 48 -4 q-22 30 -48 4Z`, "#5f9150"),
      line(`M${x} ${y} q20 -4 44 -4`, "#44703a", 2)
    )
  return (
    shadow(200, 330, 116) +
    oval(200, 180, 114, 34, wood.light) +
    oval(200, 182, 102, 27, walnut.main) +
    turned(28, 240, 190, body("M226 40 Q240 28 254 40 L250 150 Q266 176 240 200 Q214 176 230 150Z", wood.main)) +
    leaf(112, 190, -32) +
    leaf(168, 200, -20) +
    leaf(150, 184, -66) +
    leaf(212, 202, -30) +
    body(side, wood.main) +
    ["M96 232 Q160 262 220 240 T306 236", "M112 262 Q180 284 240 266 T292 262"]
      .map((d) => line(d, walnut.main, 4, 'opacity=".5"'))
      .join("") +
    line("M154 304 H246", wood.dark, 3)
  )
}

/** A tray of walnut, with two handles. */
export const tray = (_: Tone): string =>
  shadow(200, 306, 168, 20) +
  path("M70 130 H330 L372 290 H28Z", walnut.dark) +
  path("M70 122 H330 L372 280 H28Z", walnut.main) +
  path("M86 136 H314 L346 266 H54Z", walnut.light) +
  inside(
    "tray",
    "M86 136 H314 L346 266 H54Z",
    times(6, (n) =>
      line(
        `M40 ${150 + n * 22} Q160 ${138 + n * 22} 230 ${154 + n * 22} T360 ${148 + n * 22}`,
        walnut.main,
        2.5,
        'opacity=".55"'
      )
    )
  ) +
  path("M86 136 H314 L346 266 H54Z", "url(#down)") +
  line("M54 178 Q26 186 36 222 M346 178 Q374 186 364 222", "#c49a4a", 9) +
  shadow(152, 226, 44, 10) +
  oval(152, 220, 48, 14, "#fbf6ea") +
  line("M182 184 Q206 184 200 200 Q194 212 178 208", "#fbf6ea", 8) +
  body("M116 172 Q120 212 138 220 H166 Q184 212 188 172Z", "#fbf6ea") +
  oval(152, 172, 36, 10, "#efe6d4") +
  oval(152, 174, 29, 7, "#5a3820") +
  shadow(254, 240, 40, 9) +
  oval(256, 234, 46, 13, "#fbf6ea") +
  body("M222 228 Q214 200 244 196 Q262 184 282 200 Q298 210 288 230 Q262 214 222 228Z", "#d9a55c", "ball") +
  line("M240 198 Q240 210 232 222 M262 194 Q264 206 260 216 M282 204 Q280 214 276 222", "#b07a34", 3)

/** A stool with a woven seat. */
export const stool = (_: Tone): string => {
  const seat = "M96 132 H304 L330 176 H70Z"
  return (
    shadow(200, 348, 124) +
    line("M112 168 L96 344 M288 168 L304 344", wood.dark, 15) +
    line("M118 150 L112 300 M282 150 L288 300", walnut.main, 11) +
    line("M104 262 H296 M100 304 H300", wood.main, 10) +
    path(seat, "#e3c27c") +
    inside(
      "seat",
      seat,
      path("M96 132 H304 L200 156Z M70 176 H330 L200 156Z", "#cfa85c"),
      times(11, (n) =>
        line(
          `M${96 + n * 10.4} 132 L${70 + n * 13} 176 M${304 - n * 10.4} 132 L${330 - n * 13} 176`,
          "#a9833c",
          1.5,
          'opacity=".5"'
        )
      ),
      times(5, (n) => line(`M60 ${136 + n * 9} H340`, "#a9833c", 1.5, 'opacity=".5"'))
    ) +
    block([62, 174, 276, 22], "#d8b368", 10, "down") +
    times(24, (n) => line(`M${72 + n * 11.2} 177 v16`, "#a9833c", 1.6)) +
    line("M92 182 L80 344 M308 182 L320 344", wood.main, 17) +
    line("M89 200 L79 340 M305 200 L316 340", wood.light, 4)
  )
}
