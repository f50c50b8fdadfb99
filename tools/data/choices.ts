/**
 * What the libraries leave to taste when the data files of the domain are made: which level of a country's subdivisions
 * a shop knows as its states, which of a country's names is shown, and what is also accepted.
 */

/** Countries whose states are the widest level of ISO 3166-2; elsewhere the finest level is taken, never two at once. */
export const widest: ReadonlySet<string> = new Set([
  "CZ", // 14 regions, not 77 districts
  "EE", // 15 counties, not 79 municipalities
  "IS", // 8 regions, not 64 municipalities
  "LT" // 10 counties, not 60 municipalities
])

/** Countries whose buyers write what they please for a state: any text is one, and the list shows none. */
export const unlisted: ReadonlySet<string> = new Set([
  "GB" // a county that ISO 3166-2 does not have, a city, a nation; London alone is 33 of its 217 councils
])

/** Countries whose codes ISO 3166-2 gave to other states since, so that CLDR's names would name the wrong ones. */
export const renumbered: ReadonlySet<string> = new Set(["IR"])

/** Other codes by which a state is known: a code an address still carries, or the former code of the same state. */
export const otherCodesByState: Readonly<Record<string, ReadonlyArray<string>>> = {
  "FR-75C": ["75"],
  "IT-23": ["AO"]
}

/** The name shown, where the first one of the library is not the one a list of countries is searched for. */
export const shownNameByCountry: Readonly<Record<string, string>> = {
  CG: "Congo",
  CI: "Côte d'Ivoire",
  CN: "China",
  CZ: "Czechia",
  GM: "Gambia",
  IR: "Iran",
  KR: "South Korea",
  MK: "North Macedonia",
  PS: "Palestine",
  RE: "Réunion",
  RU: "Russia",
  TW: "Taiwan",
  TZ: "Tanzania",
  VA: "Holy See"
}

/** Patterns accepted beside the library's: forms in use at the national post which the library refuses. */
export const otherPostalCodes: Readonly<Record<string, string>> = {
  AZ: String.raw`AZ ?\d{4}`,
  CL: String.raw`\d{3}-\d{4}`,
  HT: String.raw`HT ?\d{4}`,
  MD: String.raw`MD-?\d{4}`,
  NI: String.raw`\d{5}`,
  SV: String.raw`\d{4}`
}
