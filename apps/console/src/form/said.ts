/** What the server says most often of a field, in the language of the console; what it says otherwise is in English. */
import { wordsOf } from "../words/words.ts"

type Sayings = Readonly<Record<string, string>>
const en: Sayings = { "is required": "Required" }
const it: Sayings = {
  "is required": "Obbligatorio",
  "must be a number, such as 12.5": "Scrivi un numero, per esempio 12,5",
  "must be a whole number": "Scrivi un numero intero",
  "must be 0 or more": "Non può essere negativo",
  "must be greater than 0": "Deve essere maggiore di 0",
  "must be from 0 to 100": "Deve essere tra 0 e 100",
  "must not be blank": "Non può essere vuoto",
  "must not be empty": "Non può essere vuoto",
  "must be an http or https address": "Scrivi un indirizzo che comincia con http:// o https://",
  "must be one line, without control characters": "Deve stare su una riga sola",
  "is required unless first_name and last_name are both sent": "Obbligatorio, se mancano nome e cognome"
}
const sayings = wordsOf({ en, it })

/** What was wrong with a field. */
export const saidOf = (problem: string): string => sayings.value[problem] ?? problem
