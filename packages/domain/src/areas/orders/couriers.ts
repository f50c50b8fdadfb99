/**
 * The couriers that an order's tracking may name, and the page on which each shows a parcel. A code is the courier's name
 * in lower case with underscores; `{}` in a template stands for the tracking number.
 */

/** A courier as `GET /orders/couriers.json` shows it: country is a country's name, or `global`. */
export interface Courier {
  readonly code: string
  readonly name: string
  readonly country: string
}

const table: ReadonlyArray<readonly [code: string, name: string, country: string, template: string]> = [
  ["amazon_shipping", "Amazon Shipping", "global", "https://track.amazon.com/tracking/{}"],
  ["dhl", "DHL", "global", "https://www.dhl.com/global-en/home/tracking.html?tracking-id={}"],
  ["dpd", "DPD", "global", "https://tracking.dpd.de/status/en_US/parcel/{}"],
  ["fedex", "FedEx", "global", "https://www.fedex.com/fedextrack/?trknbr={}"],
  ["gls", "GLS", "global", "https://gls-group.eu/track/{}"],
  [
    "tnt",
    "TNT",
    "global",
    "https://www.tnt.com/express/en_gc/site/shipping-tools/tracking.html?searchType=con&cons={}"
  ],
  ["ups", "UPS", "global", "https://www.ups.com/track?tracknum={}"],

  ["brt", "BRT", "Italy", "https://vas.brt.it/vas/sped_det_show.hsm?referer=sped_numspe_par.htm&Nspediz={}"],
  [
    "gls_italy",
    "GLS Italy",
    "Italy",
    "https://www.gls-italy.com/?option=com_gls&view=track_e_trace&mode=search&numero_spedizione={}&tipo_codice=nazionale"
  ],
  ["inpost", "InPost", "Italy", "https://inpost.it/trova-il-tuo-pacco?number={}"],
  ["nexive", "Nexive", "Italy", "https://tracking.nexive.it/?b={}"],
  ["poste_italiane", "Poste Italiane", "Italy", "https://www.poste.it/cerca/index.html#/risultati-spedizioni/{}"],
  [
    "sda",
    "SDA",
    "Italy",
    "https://www.sda.it/wps/portal/Servizi_online/dettaglio-spedizione?locale=it&tracing.letteraVettura={}"
  ],

  ["an_post", "An Post", "Ireland", "https://www.anpost.com/Post-Parcels/Track/History?item={}"],
  ["australia_post", "Australia Post", "Australia", "https://auspost.com.au/mypost/track/details/{}"],
  ["bpost", "bpost", "Belgium", "https://track.bpost.cloud/btr/web/#/search?itemCode={}"],
  [
    "canada_post",
    "Canada Post",
    "Canada",
    "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}"
  ],
  [
    "ceska_posta",
    "Česká pošta",
    "Czechia",
    "https://www.postaonline.cz/trackandtrace/-/zasilka/cislo?parcelNumbers={}"
  ],
  ["chronopost", "Chronopost", "France", "https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={}"],
  ["colissimo", "La Poste Colissimo", "France", "https://www.laposte.fr/outils/suivre-vos-envois?code={}"],
  [
    "correos",
    "Correos",
    "Spain",
    "https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={}"
  ],
  ["ctt", "CTT", "Portugal", "https://www.ctt.pt/feapl_2/app/open/objectSearch/objectSearch.jspx?objects={}"],
  [
    "deutsche_post",
    "Deutsche Post",
    "Germany",
    "https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={}"
  ],
  [
    "dhl_germany",
    "DHL Paket",
    "Germany",
    "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={}"
  ],
  ["elta", "ELTA", "Greece", "https://itemsearch.elta.gr/en-GB/Query/Direct/{}"],
  ["inpost_poland", "InPost Poland", "Poland", "https://inpost.pl/sledzenie-przesylek?number={}"],
  [
    "japan_post",
    "Japan Post",
    "Japan",
    "https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={}&locale=en"
  ],
  ["la_poste", "La Poste", "France", "https://www.laposte.fr/outils/suivre-vos-envois?code={}"],
  ["magyar_posta", "Magyar Posta", "Hungary", "https://www.posta.hu/nyomkovetes/nyitooldal?searchvalue={}"],
  ["new_zealand_post", "New Zealand Post", "New Zealand", "https://www.nzpost.co.nz/tools/tracking/item/{}"],
  ["osterreichische_post", "Österreichische Post", "Austria", "https://www.post.at/sv/sendungsdetails?snr={}"],
  ["poczta_polska", "Poczta Polska", "Poland", "https://emonitoring.poczta-polska.pl/?numer={}"],
  ["posta_romana", "Poșta Română", "Romania", "https://www.posta-romana.ro/track-trace.html?awb={}"],
  ["posten_norge", "Posten Norge", "Norway", "https://sporing.posten.no/sporing/{}"],
  ["posti", "Posti", "Finland", "https://www.posti.fi/fi/seuranta#/lahetys/{}"],
  ["postnl", "PostNL", "Netherlands", "https://jouw.postnl.nl/track-and-trace/{}"],
  ["postnord_denmark", "PostNord Denmark", "Denmark", "https://portal.postnord.com/tracking/details/{}"],
  ["postnord_sweden", "PostNord Sweden", "Sweden", "https://portal.postnord.com/tracking/details/{}"],
  ["royal_mail", "Royal Mail", "United Kingdom", "https://www.royalmail.com/track-your-item#/tracking-results/{}"],
  ["slovenska_posta", "Slovenská pošta", "Slovakia", "https://tandt.posta.sk/zasielky/{}"],
  ["swiss_post", "Swiss Post", "Switzerland", "https://service.post.ch/ekp-web/ui/entry/search/{}"],
  ["usps", "USPS", "United States of America", "https://tools.usps.com/go/TrackConfirmAction?tLabels={}"]
]

/** The couriers by code, as `GET /orders/couriers.json` shows them; check a caller's text with `isCourier` first. */
export const couriersByCode: Readonly<Record<string, Courier>> = Object.freeze(
  Object.fromEntries(table.map(([code, name, country]) => [code, Object.freeze({ code, name, country })]))
)

const templatesByCode = new Map(table.map(([code, , , template]) => [code, template]))

/** The code of a courier as the table spells it, from a text in any case. */
export const courierCode = (sent: string): string => sent.trim().toLowerCase()

/** Whether the text is the code of a courier. */
export const isCourier = (code: string): boolean => templatesByCode.has(code)

/** The courier's page for a tracking number, which is URL-encoded; `undefined` for an unknown courier. */
export const trackingUrl = (courierCode: string, trackingNumber: string): string | undefined =>
  templatesByCode.get(courierCode)?.split("{}").join(encodeURIComponent(trackingNumber.trim().toWellFormed()))
