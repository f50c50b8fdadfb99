/** The demo shop's customers: registered ones and guests, from several countries. */
import { countryByCode } from "@bottega/domain/areas/countries"
import { type Customer, customerFrom, locationOf } from "@bottega/domain/areas/customers"
import { type Chance, idAt } from "./chance.ts"

/** A customer with the country code and state that an order names. */
export interface Person {
  readonly customer: Customer
  readonly country: string
  readonly state: string
}

type Tongue = keyof typeof names
type Town = readonly [
  weight: number,
  home: readonly [country: string, city: string, zip: string, state: string, tongue: Tongue]
]

const names = {
  it: {
    first: "Anna Bruno Carla Dario Elena Fabio Giulia Luca Marta Nicolò Olga Paolo Rita Sara Tommaso Viola".split(" "),
    last: "Rossi Bianchi Ferrari Esposito Romano Colombo Ricci Marino Greco Conti Galli D'Angelo Fontana Sala".split(
      " "
    ),
    street: ["Via Garibaldi", "Corso Italia", "Via Dante", "Piazza San Marco", "Viale dei Tigli"],
    prefix: "+39 3"
  },
  de: {
    first: "Anke Bernd Claudia Dirk Eva Jörg Katrin Lars Petra Uwe".split(" "),
    last: "Müller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann".split(" "),
    street: ["Hauptstraße", "Gartenweg", "Lindenallee", "Am Markt"],
    prefix: "+49 15"
  },
  fr: {
    first: "Amélie Benoît Chloé Didier Élodie Hugo Inès Julien".split(" "),
    last: "Martin Bernard Dubois Petit Moreau Laurent Lefèvre".split(" "),
    street: ["Rue de la Paix", "Avenue Foch", "Rue Voltaire"],
    prefix: "+33 6"
  },
  es: {
    first: "Ainhoa Borja Carmen Diego Elisa Iker Lucía Núria".split(" "),
    last: "García Fernández López Martínez Sánchez Muñoz".split(" "),
    street: ["Calle Mayor", "Avenida del Puerto", "Plaza de España"],
    prefix: "+34 6"
  },
  en: {
    first: "Alice Ben Chloe Daniel Emma Harry Olivia Jack".split(" "),
    last: "Smith Jones Taylor Brown Wilson O'Connor Evans".split(" "),
    street: ["High Street", "Station Road", "Church Lane"],
    prefix: "+44 7"
  }
} as const

/** Their home towns, with postal codes and states that fit the country. */
const towns: ReadonlyArray<Town> = [
  [16, ["IT", "Milano", "20121", "MI", "it"]],
  [14, ["IT", "Roma", "00184", "RM", "it"]],
  [8, ["IT", "Torino", "10121", "TO", "it"]],
  [8, ["IT", "Napoli", "80132", "NA", "it"]],
  [7, ["IT", "Firenze", "50122", "FI", "it"]],
  [7, ["IT", "Bologna", "40121", "BO", "it"]],
  [4, ["IT", "Palermo", "90133", "PA", "it"]],
  [4, ["IT", "Genova", "16121", "GE", "it"]],
  [3, ["IT", "Lecce", "73100", "LE", "it"]],
  [3, ["IT", "Trieste", "34121", "TS", "it"]],
  [3, ["DE", "Berlin", "10115", "BE", "de"]],
  [4, ["DE", "München", "80331", "BY", "de"]],
  [3, ["AT", "Wien", "1010", "9", "de"]],
  [2, ["CH", "Lugano", "6900", "TI", "it"]],
  [4, ["FR", "Lyon", "69001", "69", "fr"]],
  [3, ["ES", "Madrid", "28013", "M", "es"]],
  [2, ["ES", "Barcelona", "08002", "B", "es"]],
  [3, ["IE", "Dublin", "D02 AF30", "D", "en"]],
  [2, ["US", "Boston", "02108", "MA", "en"]]
]

/** The shares of registered customers, of businesses, and of customers with each of the other details. */
const shares = { registered: 0.6, business: 0.15, mobile: 0.4, taxNumber: 0.3, note: 0.12 }

/** `count` customers, each since the instant that `since` gives in unix seconds; uids of users count from 1. */
export const peopleOf = (chance: Chance, count: number, since: (index: number) => number): ReadonlyArray<Person> => {
  const namesakes = new Map<string, number>()
  let users = 0
  return Array.from({ length: count }, (_, index) => {
    const created = since(index)
    const [country, city, zip, state, tongue] = chance.weighted(towns)
    const { first, last, prefix, street } = names[tongue]
    const [first_name, last_name] = [chance.of(first), chance.of(last)]
    const registered = chance.is(shares.registered)
    const customer = customerFrom({
      id: idAt(created, chance),
      created,
      email: addressOf(`${first_name}.${last_name}`, namesakes),
      fullname: `${first_name} ${last_name}`,
      ...{ first_name, last_name, city, zip },
      phone: `${prefix}${chance.digits(8)}`,
      address: `${chance.of(street)} ${chance.int(1, 140)}`,
      ...locationOf(countryByCode(country)!.uid, state),
      ...(chance.is(shares.mobile) ? { mobile: `${prefix}${chance.digits(8)}` } : {}),
      ...(chance.is(shares.note) ? { note: chance.of(notes) } : {}),
      ...(chance.is(shares.business) ? businessOf(chance, country, last_name) : personalOf(chance, country)),
      ...(registered ? { userUID: ++users, registered: created } : {})
    })
    return { customer, country, state }
  })
}

/** A business has a VAT number and a website, and in Italy the two addresses of electronic invoices. */
const businessOf = (chance: Chance, country: string, last_name: string): Partial<Customer> => {
  const host = `${plain(last_name)}.example`
  const metadata = { sdi: chance.hex(1).slice(0, 7).toUpperCase(), pec: `fatture@pec.${host}` }
  return {
    code: `${country}${chance.digits(11)}`,
    website: `https://www.${host}`,
    ...(country === "IT" ? { metadata } : {})
  }
}

/** Some Italians left their tax code. */
const personalOf = (chance: Chance, country: string): Partial<Customer> => {
  if (country !== "IT" || !chance.is(shares.taxNumber)) return {}
  const letters = (count: number) => Array.from({ length: count }, () => chance.of([..."ABCDEFGHLMNPRST"])).join("")
  const born = `${chance.digits(2)}${letters(1)}${chance.int(1, 28).toString().padStart(2, "0")}`
  return { code: `${letters(6)}${born}${letters(1)}${chance.digits(3)}${letters(1)}` }
}

const notes = [
  "Preferisce essere chiamata di pomeriggio.",
  "Chiede sempre la fattura.",
  "Ha restituito due volte: taglie grandi.",
  "Compra per un agriturismo.",
  "Wants replies in English."
]

/** The email address of a name, with a number from its second use on. */
const addressOf = (name: string, namesakes: Map<string, number>): string => {
  const mailbox = plain(name)
  const number = (namesakes.get(mailbox) ?? 0) + 1
  namesakes.set(mailbox, number)
  return `${mailbox}${number === 1 ? "" : number}@posta.example`
}

/** A name in lower case, without accents and blanks. */
const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[^a-zA-Z.]/g, "")
    .toLowerCase()
