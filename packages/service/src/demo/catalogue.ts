/** The demo shop's products: those of an Italian homeware shop, with variants, reductions and stock. */
import type { InventoryItem } from "@bottega/domain/areas/inventory"
import { type Product, productFrom, stockAfter } from "@bottega/domain/areas/products"
import type { Chance } from "./chance.ts"

/** A product with its stock. */
export interface DemoProduct {
  readonly product: Product
  readonly stock: InventoryItem
}

type Sizes = keyof typeof choices
type Line = readonly [
  code: string,
  title: string,
  price: number,
  tags: string,
  more?: { final?: number; sizes?: Sizes; unlimited?: true; few?: true; hidden?: true }
]

/** The options of products; each choice is a variant. */
const choices = {
  cloth: { colore: ["bianco", "lino", "salvia"], misura: ["140x180", "140x240"] },
  bed: { misura: ["singolo", "matrimoniale"] },
  wear: { taglia: ["S", "M", "L", "XL"] },
  shoes: { numero: ["36", "37", "38", "39", "40", "41", "42"] },
  glaze: { colore: ["blu", "ocra", "verde"] },
  weight: { peso: ["250 g", "500 g", "1 kg"] }
} as const satisfies Record<string, Readonly<Record<string, ReadonlyArray<string>>>>

const lines: ReadonlyArray<Line> = [
  ["LIN-TOV", "Tovaglia di lino", 68, "lino, tavola", { sizes: "cloth" }],
  ["LIN-RUN", "Runner di lino", 29.5, "lino, tavola", { sizes: "glaze" }],
  ["LIN-TOVAGL", "Tovaglioli di lino, sei", 42, "lino, tavola", { final: 36 }],
  ["LIN-CANOV", "Canovaccio di lino", 14.9, "lino, cucina"],
  ["LIN-LENZ", "Lenzuola di lino lavato", 149, "lino, letto", { sizes: "bed" }],
  ["LIN-FED", "Federe di lino, due", 48, "lino, letto", { sizes: "glaze" }],
  ["LIN-CAM", "Camicia di lino", 79, "lino, abbigliamento", { sizes: "wear" }],
  ["LIN-PANT", "Pantaloni di lino", 89, "lino, abbigliamento", { sizes: "wear", final: 69 }],
  ["LIN-GREMB", "Grembiule di lino", 34, "lino, cucina", { sizes: "glaze" }],
  ["LIN-ASC", "Asciugamano a nido d'ape", 22, "lino, bagno", { sizes: "glaze" }],
  ["LAN-COP", "Coperta di lana", 119, "lana, letto", { sizes: "bed" }],
  ["LAN-PLAID", "Plaid di lana merino", 84, "lana, salotto", { final: 67.2 }],
  ["LAN-SCI", "Sciarpa di lana", 39, "lana, abbigliamento", { sizes: "glaze" }],
  ["LAN-BER", "Berretto a coste", 24.5, "lana, abbigliamento"],
  ["LAN-CALZ", "Calze di lana, tre paia", 27, "lana, abbigliamento", { sizes: "wear" }],
  ["LAN-MAGL", "Maglione girocollo", 96, "lana, abbigliamento", { sizes: "wear" }],
  ["CER-PIA", "Piatto piano dipinto a mano", 24, "ceramica, tavola", { sizes: "glaze" }],
  ["CER-FON", "Piatto fondo dipinto a mano", 26, "ceramica, tavola", { sizes: "glaze" }],
  ["CER-CIO", "Ciotola smaltata", 18.5, "ceramica, tavola", { sizes: "glaze" }],
  ["CER-TAZ", "Tazza da colazione", 16, "ceramica, tavola", { sizes: "glaze" }],
  ["CER-CAF", "Tazzine da caffè, sei", 54, "ceramica, tavola", { final: 45.9 }],
  ["CER-CAR", "Caraffa di ceramica", 38, "ceramica, tavola"],
  ["CER-ZUP", "Zuppiera con coperchio", 92, "ceramica, tavola", { few: true }],
  ["CER-VASO", "Vaso alto", 61, "ceramica, salotto", { sizes: "glaze" }],
  ["CER-OLIO", "Oliera", 21.9, "ceramica, cucina"],
  ["CER-SALE", "Saliera da muro", 19.9, "ceramica, cucina"],
  ["VET-BIC", "Bicchieri soffiati, sei", 57, "vetro, tavola"],
  ["VET-CAL", "Calici da vino, quattro", 64, "vetro, tavola", { final: 51.2 }],
  ["VET-BOT", "Bottiglia con tappo a leva", 12.5, "vetro, cucina"],
  ["VET-LAMP", "Lampada di vetro di Murano", 289, "vetro, salotto", { few: true }],
  ["VET-PRES", "Fermacarte millefiori", 47, "vetro, salotto"],
  ["LEG-TAG", "Tagliere di ulivo", 36, "legno, cucina"],
  ["LEG-CUC", "Cucchiai di faggio, tre", 13.5, "legno, cucina"],
  ["LEG-MORT", "Mortaio di ulivo", 44, "legno, cucina"],
  ["LEG-VAS", "Vassoio di noce", 58, "legno, tavola", { few: true }],
  ["LEG-SGAB", "Sgabello impagliato", 129, "legno, salotto"],
  ["RAM-POL", "Paiolo di rame", 168, "rame, cucina"],
  ["RAM-PAD", "Padella di rame stagnato", 124, "rame, cucina", { final: 105.4 }],
  ["RAM-STA", "Stampo per budino", 49, "rame, cucina"],
  ["MOK-3", "Moka da tre tazze", 31.9, "caffè, cucina"],
  ["MOK-6", "Moka da sei tazze", 39.9, "caffè, cucina"],
  ["CAF-MISC", "Miscela di caffè della casa", 9.8, "caffè, dispensa", { sizes: "weight" }],
  ["CAF-ARAB", "Caffè arabica monorigine", 13.2, "caffè, dispensa", { sizes: "weight" }],
  ["OLI-EVO", "Olio extravergine, mezzo litro", 14.5, "dispensa, olio"],
  ["OLI-LIM", "Olio al limone", 11.9, "dispensa, olio"],
  ["ACE-BALS", "Aceto balsamico tradizionale", 46, "dispensa"],
  ["PAS-TRAF", "Pasta trafilata al bronzo", 3.4, "dispensa", { sizes: "weight" }],
  ["MIE-ACA", "Miele di acacia", 9.5, "dispensa"],
  ["MAR-FICO", "Confettura di fichi", 6.8, "dispensa"],
  ["CIO-FOND", "Cioccolato di Modica", 5.2, "dispensa", { sizes: "glaze" }],
  ["CUO-BOR", "Borsa di cuoio", 198, "cuoio, accessori", { sizes: "glaze" }],
  ["CUO-CIN", "Cintura di cuoio", 52, "cuoio, accessori", { sizes: "wear" }],
  ["CUO-PORT", "Portafoglio", 64, "cuoio, accessori", { final: 54.4 }],
  ["CUO-SAND", "Sandali capresi", 88, "cuoio, abbigliamento", { sizes: "shoes" }],
  ["CAR-QUAD", "Quaderno di carta d'Amalfi", 23, "carta, scrittura"],
  ["CAR-LETT", "Carta da lettere con buste", 28, "carta, scrittura"],
  ["CAR-PENNA", "Penna di vetro con inchiostro", 33, "carta, scrittura"],
  ["SAP-MARS", "Sapone all'olio d'oliva", 6.5, "bagno"],
  ["CAND-CERA", "Candele di cera d'api, quattro", 18, "salotto"],
  ["BUO-REG", "Buono regalo", 50, "regalo", { unlimited: true }],
  ["CORSO-CER", "Corso di ceramica, una sera", 75, "corsi", { unlimited: true }],
  ["CORSO-PAS", "Corso di pasta fresca, una sera", 65, "corsi", { unlimited: true }],
  ["RIC-ORLO", "Orlo su misura", 12, "servizi", { unlimited: true }],
  ["VECCHIO-24", "Calendario dell'anno scorso", 15, "carta", { final: 3, hidden: true, few: true }]
]

/** SKUs that are not restocked once they are sold out. */
export const scarce: ReadonlySet<string> = new Set(lines.filter(([, , , , more]) => more?.few).map(([code]) => code))

/** All of it, with the stock of its first day; `since` is when the shop opened, in unix seconds. */
export const demoProductsOf = (chance: Chance, since: number): ReadonlyArray<DemoProduct> =>
  lines.map(([code, title, price, tags, more = {}], index) => {
    const quantity = () => (more.few ? chance.int(3, 8) : chance.int(20, 120))
    const variants = more.sizes === undefined ? undefined : variantsOf(code, choices[more.sizes], quantity)
    const given = {
      code,
      title,
      price,
      status: more.hidden ? (0 as const) : (1 as const),
      description: `${title}: fatto in Italia, scelto in bottega.`,
      tags: tags.split(", "),
      unlimited: more.unlimited === true,
      ...(more.final === undefined ? {} : { final_price: more.final }),
      ...(variants === undefined ? (more.unlimited ? {} : { quantity: quantity() }) : { variants })
    }
    const product = productFrom(index + 1, given, since + index * 60)
    return { product, stock: stockAfter(product, undefined, given) }
  })

const variantsOf = (
  code: string,
  choice: Readonly<Record<string, ReadonlyArray<string>>>,
  quantity: () => number
): ReadonlyArray<{ sku: string; superkey: string; quantity: number; attributes: Record<string, string> }> => {
  const every = Object.entries(choice).reduce<ReadonlyArray<Record<string, string>>>(
    (chosen, [key, values]) => chosen.flatMap((some) => values.map((value) => ({ ...some, [key]: value }))),
    [{}]
  )
  return every.map((attributes) => {
    const values = Object.values(attributes)
    const suffix = values.map((value) => value.replace(/\s/g, "").toUpperCase()).join("-")
    return {
      sku: `${code}-${suffix}`,
      superkey: values.join("_").replace(/\s/g, "-"),
      quantity: quantity(),
      attributes
    }
  })
}
