/** What the demo shop sells, as a table: an Italian homeware shop. */
type Sizes = keyof typeof choices

/** A product: its SKU, title, price, tags separated by commas, and what it has besides. */
export type Line = readonly [
  code: string,
  title: string,
  price: number,
  tags: string,
  more?: { final?: number; sizes?: Sizes; unlimited?: true; few?: true; hidden?: true }
]

/** The options of products; each choice is a variant. */
export const choices = {
  cloth: { colore: ["bianco", "lino", "salvia"], misura: ["140x180", "140x240"] },
  bed: { misura: ["singolo", "matrimoniale"] },
  wear: { taglia: ["S", "M", "L", "XL"] },
  shoes: { numero: ["36", "37", "38", "39", "40", "41", "42"] },
  glaze: { colore: ["blu", "ocra", "verde"] },
  flavour: { gusto: ["cannella", "peperoncino", "arancia"] },
  weight: { peso: ["250 g", "500 g", "1 kg"] }
} as const satisfies Record<string, Readonly<Record<string, ReadonlyArray<string>>>>

/** All products of the shop. */
export const lines: ReadonlyArray<Line> = [
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
  ["CIO-FOND", "Cioccolato di Modica", 5.2, "dispensa", { sizes: "flavour" }],
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

/** The options whose values are seen in a picture. */
const seen = ["colore", "gusto"] as const

/** The names of a product's pictures, the main one first, by the value that each shows; empty if it shows them all. */
export const pictureNames = ([code, , , , more]: Line): ReadonlyArray<readonly [value: string, name: string]> => {
  const choice: Readonly<Record<string, ReadonlyArray<string>>> = more?.sizes === undefined ? {} : choices[more.sizes]
  const values = seen.flatMap((option) => choice[option] ?? [])
  const name = code.toLowerCase()
  return values.length === 0 ? [["", name]] : values.map((value) => [value, `${name}-${value}`])
}

/** The values that have a picture of their own. */
export const swatches: ReadonlyArray<string> = [
  ...new Set(lines.flatMap((line) => pictureNames(line).flatMap(([value]) => (value === "" ? [] : value))))
]

/** The name of the picture of a value. */
export const swatchOf = (value: string): string => `swatch-${value}`
