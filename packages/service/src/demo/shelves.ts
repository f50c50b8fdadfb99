/** How the demo shop's products are ordered: makers, categories three deep, taxes and the fields of a product, as tables. */

/** A brand: the name of its logo's file, its name, and what the shop says of it. One without a logo is hidden. */
export type Maker = readonly [logo: string, name: string, description: string]

export const makers: ReadonlyArray<Maker> = [
  ["serraluce", "Filanda Serraluce", "Tesse lino e lana a Prato dal 1948, su telai che ripara da sé."],
  ["bracedoro", "Fornace Bracedoro", "Cinque torni e un forno a Montelupo. Ogni pezzo è dipinto a mano."],
  ["ondavetra", "Vetreria Ondavetra", "Soffia il vetro a Murano, con i colori fatti in casa."],
  ["tornabosco", "Falegnameria Tornabosco", "Lavora ulivo, noce e castagno del Casentino, un albero alla volta."],
  ["ramebruno", "Rameria Ramebruno", "Batte il rame a Montepulciano, e stagna anche le pentole di chi le ha già."],
  ["colleghiotto", "Dispensa Colleghiotto", "Sceglie olio, pasta, miele e caffè da chi li fa, in Val d'Orcia e oltre."],
  ["pellevalle", "Cuoieria Pellevalle", "Taglia e cuce a Scandicci il cuoio conciato con le cortecce."],
  ["foglialuna", "Cartiera Foglialuna", "Fa la carta a mano ad Amalfi, foglio per foglio."],
  ["", "Argenteria Solevecchio", "Ha chiuso nel 2019. Teniamo il nome per chi chiede delle sue posate."]
]

/** What products have in common by the beginning of their SKU: the maker's logo, the place, the material, and the care. */
export const origins: Readonly<
  Record<string, readonly [logo: string, place: string, material?: string, care?: string]>
> = {
  LIN: ["serraluce", "Prato", "Lino", "In lavatrice a 40°"],
  LAN: ["serraluce", "Prato", "Lana", "A mano in acqua fredda"],
  CER: ["bracedoro", "Montelupo Fiorentino", "Ceramica", "In lavastoviglie"],
  VET: ["ondavetra", "Murano", "Vetro", "A mano"],
  LEG: ["tornabosco", "Poppi", "Legno", "A mano, e poi un velo d'olio"],
  RAM: ["ramebruno", "Montepulciano", "Rame", "A mano"],
  MOK: ["ramebruno", "Montepulciano", "Alluminio", "A mano"],
  CAF: ["colleghiotto", "Siena"],
  OLI: ["colleghiotto", "Pienza"],
  ACE: ["colleghiotto", "Modena"],
  PAS: ["colleghiotto", "Gragnano"],
  MIE: ["colleghiotto", "Montalcino"],
  MAR: ["colleghiotto", "Pienza"],
  CIO: ["colleghiotto", "Modica"],
  CUO: ["pellevalle", "Scandicci", "Cuoio", "Con un panno e cera neutra"],
  CAR: ["foglialuna", "Amalfi", "Carta"]
}

/** The categories: a tree three deep, with what is said of each of the first two. */
export const tree: Readonly<Record<string, readonly [description: string, Readonly<Record<string, Branch>>]>> = {
  Casa: [
    "Per la tavola, la cucina e le stanze.",
    {
      Tavola: ["Apparecchiare.", ["Tovaglie e runner", "Piatti e ciotole", "Tazze e bicchieri", "Servire in tavola"]],
      Cucina: [
        "Cucinare come si deve.",
        ["Canovacci e grembiuli", "Taglieri e utensili", "Rame e pentole", "Moka e caffettiere", "Conservare"]
      ],
      "Letto e bagno": ["Lino e lana per riposare.", ["Lenzuola e federe", "Coperte e plaid", "Asciugamani", "Saponi"]],
      Salotto: ["Per stare insieme.", ["Vasi e oggetti", "Luce", "Sedersi"]]
    }
  ],
  Dispensa: [
    "Quello che mangiamo anche noi.",
    {
      Salato: ["Olio, aceto e pasta.", ["Olio e aceto", "Pasta"]],
      "Dolce e caffè": ["Per la colazione e dopo cena.", ["Caffè", "Dolce dispensa"]]
    }
  ],
  "Da indossare": [
    "Lino, lana e cuoio.",
    {
      Abbigliamento: ["Pochi capi, fatti bene.", ["Camicie e pantaloni", "Maglieria e calze", "Scarpe"]],
      Accessori: ["Per uscire.", ["Sciarpe e berretti", "Borse e cinture"]]
    }
  ],
  "Carta e regali": [
    "Da scrivere, da regalare, da imparare.",
    {
      Carta: ["Carta fatta a mano.", ["Quaderni", "Scrivere lettere"]],
      "Regali e corsi": ["Per chi ha già tutto.", ["Buoni regalo", "Corsi", "Sartoria"]]
    }
  ]
}
type Branch = readonly [description: string, leaves: ReadonlyArray<string>]

/** The uids of the brands in the order that the shop shows them in: what it sells most of first. */
export const brandOrder: ReadonlyArray<number> = [2, 1, 6, 4, 3, 7, 8, 5, 9]

/** A filter: its key, its label, its values with what is said of each, and the top categories that show it; none for all. */
export type Sieve = readonly [
  key: string,
  label: string,
  values: Readonly<Record<string, string>>,
  shownIn: ReadonlyArray<string>
]

export const sieves = (): ReadonlyArray<Sieve> => [
  [
    "colore",
    "Colore",
    {
      bianco: "Bianco naturale, non candeggiato.",
      lino: "Il colore del lino com'è.",
      salvia: "Un verde grigio, come la foglia.",
      blu: "Blu di cobalto.",
      ocra: "Ocra gialla, della terra di Siena.",
      verde: "Verde ramina."
    },
    ["Casa", "Da indossare"]
  ],
  ["taglia", "Taglia", { S: "42-44", M: "46-48", L: "50-52", XL: "54-56" }, ["Da indossare"]],
  ["materiale", "Materiale", Object.fromEntries(choicesOf(2).map((material) => [material, ""])), []]
]

/** The tax rates in percent, with their titles; the first is that of most products. */
export const rates: ReadonlyArray<readonly [value: number, title: string]> = [
  [22, "IVA ordinaria"],
  [10, "IVA ridotta"],
  [4, "IVA minima"]
]

/** The rates of products with another one, by the beginning of their SKU; 0 means no rate, as for a voucher. */
export const otherRates: Readonly<Record<string, number>> = {
  ACE: 10,
  MIE: 10,
  MAR: 10,
  CIO: 10,
  OLI: 4,
  PAS: 4,
  BUO: 0
}

/** The fields that the shop adds to its products. */
export const fields = {
  material: { label: "Materiale", type: "select", read_only: 0 },
  care: { label: "Lavaggio", type: "select", read_only: 0 },
  place: { label: "Luogo di produzione", type: "text", read_only: 0 },
  weight: { label: "Peso in grammi", type: "number", read_only: 0 },
  volume: { label: "Capacità in litri", type: "real", read_only: 0 },
  lot: { label: "Lotto", type: "text", read_only: 1 }
} as const

/** The values of a field of the type `select`: what `origins` has of it. */
export const choicesOf = (place: 2 | 3): ReadonlyArray<string> => [
  ...new Set(Object.values(origins).flatMap((origin) => origin[place] ?? []))
]

/** By how much a variant costs more than its product, by its value. */
export const dearer: Readonly<Record<string, number>> = {
  "140x240": 1.4,
  matrimoniale: 1.35,
  "500 g": 1.9,
  "1 kg": 3.6
}
