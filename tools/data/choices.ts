/**
 * Choices that the libraries leave open for the domain's data files: which level of a country's subdivisions are its
 * states, which of a country's names is shown, and which other names are accepted.
 */

/** Countries whose states are the widest level of ISO 3166-2; elsewhere the finest level is taken, never two at once. */
export const widest: ReadonlySet<string> = new Set([
  "CZ", // 14 regions, not 77 districts
  "EE", // 15 counties, not 79 municipalities
  "IS", // 8 regions, not 64 municipalities
  "LT" // 10 counties, not 60 municipalities
])

/** Countries whose buyers write any text as a state: every text is accepted, and the list shows none. */
export const unlisted: ReadonlySet<string> = new Set([
  "GB" // a county that ISO 3166-2 does not have, a city, a nation; London alone is 33 of its 217 councils
])

/** Countries whose codes ISO 3166-2 gave to other states since, so that CLDR's names would name the wrong ones. */
export const renumbered: ReadonlySet<string> = new Set(["IR"])

/** Countries for which the same is true of the subdivisions that contain the states. */
export const renumberedRegions: ReadonlySet<string> = new Set(["MA"])

/** Other codes by which a state is known: a code an address still carries, or the former code of the same state. */
export const otherCodesByState: Readonly<Record<string, ReadonlyArray<string>>> = {
  "FR-75C": ["75"],
  "IT-23": ["AO"]
}

/** Names that people write for a state and that no library has; case, accents and dashes make no difference. */
export const otherNamesByState: Readonly<Record<string, ReadonlyArray<string>>> = {
  "BE-BRU": ["Bruxelles", "Brussel", "Bruxelles-Capitale", "Brussels-Capital"],
  "BE-VAN": ["Anvers"],
  "BE-VBR": ["Brabant flamand"],
  "BE-VLG": ["Vlaanderen", "Flandre"],
  "BE-VOV": ["Flandre orientale"],
  "BE-VWV": ["Flandre occidentale"],
  "BE-WAL": ["Wallonie"],
  "BE-WBR": ["Waals-Brabant"],
  "BE-WHT": ["Henegouwen"],
  "BE-WLG": ["Luik"],
  "BE-WNA": ["Namen"],
  "CA-NL": ["Newfoundland"],
  "CA-PE": ["PEI"],
  "CH-BE": ["Berne", "Berna"],
  "CH-BS": ["Basel"],
  "CH-FR": ["Freiburg"],
  "CH-GE": ["Genf", "Ginevra"],
  "CH-GR": ["Grigioni", "Grisons"],
  "CH-LU": ["Lucerna"],
  "CH-NE": ["Neuenburg"],
  "CH-SG": ["St Gallen"],
  "CH-TI": ["Tessin"],
  "CH-VD": ["Waadt"],
  "CH-VS": ["Wallis"],
  "CH-ZH": ["Zurigo"],
  "CZ-10": ["Prague", "Hlavní město Praha"],
  "CZ-64": ["South Moravian"],
  "DE-BW": ["Baden-Wuerttemberg"],
  "DE-NW": ["NRW"],
  "DE-TH": ["Thueringen"],
  "DK-84": ["Hovedstaden", "Copenhagen"],
  "ES-A": ["Alacant"],
  "ES-BI": ["Vizcaya"],
  "ES-C": ["La Coruña"],
  "ES-CS": ["Castelló"],
  "ES-CT": ["Cataluña"],
  "ES-GI": ["Gerona"],
  "ES-L": ["Lérida"],
  "ES-OR": ["Orense"],
  "ES-PM": ["Baleares", "Islas Baleares"],
  "ES-PV": ["Euskadi"],
  "ES-SS": ["Guipúzcoa"],
  "ES-TF": ["Tenerife"],
  "ES-V": ["València"],
  "ES-VC": ["Comunitat Valenciana"],
  "ES-VI": ["Araba"],
  "FI-18": ["Helsinki"],
  "FR-20R": ["Corsica"],
  "FR-974": ["Réunion"],
  "FR-NOR": ["Normandy"],
  "FR-PAC": ["PACA"],
  "GR-I": ["Athens"],
  "IE-D": ["County Dublin", "Co. Dublin", "Co Dublin"],
  "IN-DL": ["New Delhi"],
  "IT-23": ["Aosta"],
  "IT-AP": ["Ascoli"],
  "IT-BT": ["Barletta", "Andria", "Trani"],
  "IT-BZ": ["Alto Adige", "Südtirol"],
  "IT-FC": ["Forlì", "Cesena"],
  "IT-MB": ["Monza", "Monza Brianza", "Monza e della Brianza"],
  "IT-MS": ["Massa", "Carrara"],
  "IT-PU": ["Pesaro", "Urbino", "Pesaro Urbino"],
  "IT-RC": ["Reggio di Calabria"],
  "IT-RE": ["Reggio nell'Emilia"],
  "IT-RM": ["Roma Capitale"],
  "IT-VB": ["Verbania"],
  "IT-VV": ["Vibo"],
  "MX-CMX": ["Mexico City", "CDMX"],
  "MX-MEX": ["Estado de México"],
  "PL-14": ["Masovian"],
  "PT-13": ["Oporto"],
  "PT-20": ["Açores"],
  "SE-M": ["Scania"],
  "UA-30": ["Kiev"],
  "UA-46": ["Lviv"],
  "UA-51": ["Odesa", "Odessa"],
  "US-DC": ["Washington DC", "Washington, D.C.", "Washington D.C.", "D.C."]
}

/** Countries in whose names ISO 3166-2 puts the noun last: `Asturias, Principado de`. */
export const nounLast: ReadonlySet<string> = new Set(["ES"])

/**
 * Countries whose everyday state or city has the country's own name, which no subdivision of ISO 3166-2 has: `Singapore`,
 * `Malta`. It is one more state, unlisted, with the country's three letters for a code.
 */
export const alsoItsOwnState: ReadonlySet<string> = new Set(["AD", "BH", "KW", "LI", "MC", "MT", "NR", "SG"])

/** The languages of the built-in texts, in which each country is found beside its own ones. */
export const languages: ReadonlyArray<string> = ["it", "de", "fr", "es"]

/** The shown name, if people would not search a list of countries for the library's first one. */
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

/** Further accepted patterns: forms that the national post uses and the library refuses. */
export const otherPostalCodes: Readonly<Record<string, string>> = {
  AZ: String.raw`AZ ?\d{4}`,
  CL: String.raw`\d{3}-\d{4}`,
  HT: String.raw`HT ?\d{4}`,
  MD: String.raw`MD-?\d{4}`,
  NI: String.raw`\d{5}`,
  SV: String.raw`\d{4}`
}
