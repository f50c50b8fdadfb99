/** The demo shop's store locator: thirty places in Italy. */
import { pointFrom, type StorePoint } from "@bottega/domain/areas/storelocator"
import { Chance, idAt } from "./chance.ts"

type Place = readonly [
  code: string,
  town: string,
  street: string,
  zip: string,
  lat: number,
  long: number,
  phone: string
]

const places: ReadonlyArray<Place> = [
  ["FI-01", "Firenze", "Borgo Santa Croce 12", "50122", 43.76786, 11.26118, "055 0102030"],
  ["MI-01", "Milano", "Via Solferino 11", "20121", 45.47409, 9.18754, "02 00102031"],
  ["MI-02", "Milano", "Alzaia Naviglio Grande 4", "20144", 45.45192, 9.17521, "02 00102032"],
  ["RM-01", "Roma", "Via del Governo Vecchio 45", "00186", 41.89849, 12.47046, "06 00102033"],
  ["RM-02", "Roma", "Via della Lungaretta 80", "00153", 41.88968, 12.47203, "06 00102034"],
  ["TO-01", "Torino", "Via Po 20", "10123", 45.06858, 7.68949, "011 0102035"],
  ["VE-01", "Venezia", "Calle Lunga San Barnaba 2765", "30123", 45.43312, 12.32563, "041 0102036"],
  ["BO-01", "Bologna", "Via Santo Stefano 15", "40125", 44.49254, 11.34801, "051 0102037"],
  ["NA-01", "Napoli", "Via San Biagio dei Librai 39", "80138", 40.84921, 14.25804, "081 0102038"],
  ["PA-01", "Palermo", "Via Maqueda 206", "90133", 38.11703, 13.36101, "091 0102039"],
  ["GE-01", "Genova", "Via San Luca 12", "16124", 44.41049, 8.93028, "010 0102040"],
  ["VR-01", "Verona", "Corso Santa Anastasia 20", "37121", 45.44378, 10.99934, "045 0102041"],
  ["PD-01", "Padova", "Via Altinate 30", "35121", 45.40879, 11.88003, "049 0102042"],
  ["TS-01", "Trieste", "Via San Nicolò 30", "34121", 45.65052, 13.77004, "040 0102043"],
  ["TN-01", "Trento", "Via Rodolfo Belenzani 20", "38122", 46.06851, 11.12112, "0461 010204"],
  ["BZ-01", "Bolzano", "Via dei Portici 40", "39100", 46.49921, 11.35482, "0471 010205"],
  ["SI-01", "Siena", "Via di Città 60", "53100", 43.31772, 11.33054, "0577 010206"],
  ["LU-01", "Lucca", "Via Fillungo 80", "55100", 43.84468, 10.50502, "0583 010207"],
  ["PI-01", "Pisa", "Borgo Stretto 25", "56127", 43.71752, 10.40249, "050 0102048"],
  ["PG-01", "Perugia", "Corso Pietro Vannucci 40", "06121", 43.11149, 12.38891, "075 0102049"],
  ["PG-02", "Deruta", "Piazza dei Consoli 5", "06053", 42.98358, 12.41802, "075 0102050"],
  ["RA-01", "Faenza", "Corso Giuseppe Mazzini 50", "48018", 44.28671, 11.88152, "0546 010211"],
  ["RA-02", "Ravenna", "Via Camillo Cavour 30", "48121", 44.41782, 12.19681, "0544 010212"],
  ["MO-01", "Modena", "Via Emilia Centro 80", "41121", 44.64632, 10.92554, "059 0102053"],
  ["PR-01", "Parma", "Strada Luigi Carlo Farini 20", "43121", 44.80021, 10.32853, "0521 010214"],
  ["BA-01", "Bari", "Via Sparano da Bari 50", "70121", 41.12471, 16.86972, "080 0102055"],
  ["LE-01", "Lecce", "Via Vittorio Emanuele II 25", "73100", 40.35203, 18.17052, "0832 010216"],
  ["MT-01", "Matera", "Via del Corso 20", "75100", 40.66549, 16.60602, "0835 010217"],
  ["CA-01", "Cagliari", "Via Giuseppe Manno 40", "09124", 39.21641, 9.11723, "070 0102058"],
  ["CT-01", "Catania", "Via Etnea 60", "95124", 37.50502, 15.08703, "095 0102059"]
]

const contacts = ["Giulia Conti", "Marco Ferri", "Elena Galli", "Paolo Serra", "Sara Villa", "Luca Marini"]
/** What a point has besides the sale, one combination after the other. */
const services: ReadonlyArray<ReadonlyArray<string>> = [["ritiro"], ["ritiro", "resi"], ["ritiro", "corsi"], ["outlet"]]
const closings = ["Chiuso il lunedì mattina", "Chiuso la domenica", "Aperto tutti i giorni"]
/** Points that are not open yet, as every tenth is. */
const isPlanned = (index: number): boolean => index % 10 === 9

/** All points, made one a day from this unix second on. Their ids have a random sequence of their own. */
export const pointsOf = (start: number): ReadonlyArray<StorePoint> => {
  const first = Math.floor(start)
  const chance = new Chance(first)
  return places.map((place, index) => pointOf(place, index, idAt(first + index * day, chance)))
}

const pointOf = ([code, town, street, zip, lat, long, phone]: Place, index: number, id: string): StorePoint => {
  const name = code.toLowerCase()
  return pointFrom(id, {
    name: `Bottega Santa Croce, ${town}`,
    address: `${street}, ${zip} ${town} ${code.slice(0, 2)}`,
    geo: { lat, long },
    disabled: isPlanned(index) ? 1 : 0,
    tags: [code.endsWith("01") ? "bottega" : "rivenditore", ...services[index % services.length]!],
    contact_name: contacts[index % contacts.length]!,
    contact_email: `${name}@bottegasantacroce.example`,
    contact_website: `https://www.bottegasantacroce.example/negozi/${name}`,
    contact_phone: phone,
    contact_code: code,
    custom: { "1": closings[index % closings.length]!, ...(isPlanned(index) ? { "2": "Apertura in primavera" } : {}) }
  })
}

const day = 86_400
