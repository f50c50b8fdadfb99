/** Which drawing shows which product of the demo shop, and on which ground. */
import * as ceramics from "./draw/ceramics.ts"
import * as copper from "./draw/copper.ts"
import * as courses from "./draw/courses.ts"
import * as glass from "./draw/glass.ts"
import * as jars from "./draw/jars.ts"
import type { Tone } from "./draw/kit.ts"
import * as leather from "./draw/leather.ts"
import * as linen from "./draw/linen.ts"
import * as oils from "./draw/oils.ts"
import * as others from "./draw/others.ts"
import * as pantry from "./draw/pantry.ts"
import * as paper from "./draw/paper.ts"
import * as wear from "./draw/wear.ts"
import * as wood from "./draw/wood.ts"
import * as wool from "./draw/wool.ts"

type Drawing = readonly [ground: string, draw: (tone: Tone) => string]

const sky = "#c8d6de"
const sand = "#e6d8bf"
const rose = "#e8cdc2"
const sage = "#cdd6c2"
const dusk = "#d3cbdc"
const peach = "#f0d5b8"

/** The drawings by the product's code. */
export const drawings: Readonly<Record<string, Drawing>> = {
  "LIN-TOV": [rose, linen.tablecloth],
  "LIN-RUN": [sage, linen.runner],
  "LIN-TOVAGL": [sky, linen.napkins],
  "LIN-CANOV": [sand, linen.teaTowel],
  "LIN-LENZ": [sky, linen.sheets],
  "LIN-FED": [dusk, linen.pillows],
  "LIN-CAM": [sand, wear.shirt],
  "LIN-PANT": [sage, wear.trousers],
  "LIN-GREMB": [peach, wear.apron],
  "LIN-ASC": [sky, linen.towel],
  "LAN-COP": [sage, wool.blanket],
  "LAN-PLAID": [sand, wool.plaid],
  "LAN-SCI": [rose, wool.scarf],
  "LAN-BER": [sky, wool.cap],
  "LAN-CALZ": [sand, wool.socks],
  "LAN-MAGL": [dusk, wool.sweater],
  "CER-PIA": [sand, ceramics.plate],
  "CER-FON": [sage, ceramics.soupPlate],
  "CER-CIO": [rose, ceramics.bowl],
  "CER-TAZ": [peach, ceramics.breakfastCup],
  "CER-CAF": [sand, ceramics.espressoCups],
  "CER-CAR": [peach, jars.jug],
  "CER-ZUP": [rose, jars.tureen],
  "CER-VASO": [dusk, jars.vase],
  "CER-OLIO": [sage, jars.cruet],
  "CER-SALE": [sky, jars.saltBox],
  "VET-BIC": [sand, glass.tumblers],
  "VET-CAL": [peach, glass.wineGlasses],
  "VET-BOT": [sand, glass.swingBottle],
  "VET-LAMP": [dusk, glass.lamp],
  "VET-PRES": [peach, glass.paperweight],
  "LEG-TAG": [sage, wood.board],
  "LEG-CUC": [sky, wood.spoons],
  "LEG-MORT": [peach, wood.mortar],
  "LEG-VAS": [sand, wood.tray],
  "LEG-SGAB": [sky, wood.stool],
  "RAM-POL": [sage, copper.pot],
  "RAM-PAD": [sky, copper.pan],
  "RAM-STA": [dusk, copper.mould],
  "MOK-3": [sand, copper.mokaThree],
  "MOK-6": [sky, copper.mokaSix],
  "CAF-MISC": [peach, pantry.coffeeBlend],
  "CAF-ARAB": [sand, pantry.arabica],
  "OLI-EVO": [sage, oils.oliveOil],
  "OLI-LIM": [sky, oils.lemonOil],
  "ACE-BALS": [rose, oils.vinegar],
  "PAS-TRAF": [peach, pantry.pasta],
  "MIE-ACA": [sage, pantry.honey],
  "MAR-FICO": [dusk, pantry.jam],
  "CIO-FOND": [sand, pantry.chocolate],
  "CUO-BOR": [peach, leather.bag],
  "CUO-CIN": [sand, leather.belt],
  "CUO-PORT": [sage, leather.wallet],
  "CUO-SAND": [sky, leather.sandals],
  "CAR-QUAD": [sand, paper.notebook],
  "CAR-LETT": [dusk, paper.letterPaper],
  "CAR-PENNA": [peach, paper.glassPen],
  "SAP-MARS": [sky, others.soap],
  "CAND-CERA": [dusk, others.candles],
  "BUO-REG": [peach, paper.voucher],
  "CORSO-CER": [sand, courses.potteryCourse],
  "CORSO-PAS": [sky, courses.pastaCourse],
  "RIC-ORLO": [sand, courses.hem],
  "VECCHIO-24": [sage, paper.calendar]
}
