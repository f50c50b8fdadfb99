/**
 * The words by which a document is found. A lookup of tokens has, for each word, a token for the whole word and one for each
 * of its beginnings, so that a search only ever compares for equality. Case and accents do not count.
 */
import { withoutMarks } from "./letters.ts"
import { type Lookup, texts } from "./lookup.ts"

/** A word counts by its first characters. */
const maxWordCharacters = 12
/** The length from which a beginning finds a word; a shorter last word of a search must be the whole word. */
const minBeginning = 3
/** The words of a document that it is found by, unless its collection says otherwise: its first ones. */
const defaultMaxWords = 12
/** The maximum length of a value that only the whole search finds, in characters. */
const maxValueCharacters = 64
/** A SKU is found by its beginnings up to this length, and the beginnings of a product's SKUs are at most so many. */
const beginningsOfSkus = { characters: 40, count: 4000 }

/** Letters that have no accent to take away, but that people type without it. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i"
}

/** A text in lower case and without accents. */
export const folded = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes control characters
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return withoutMarks(text.toLowerCase()).replaceAll(/[ßæœøđðłı]/g, (letter) => plainLetters[letter]!)
}

/** The words of a text, folded and each once. What follows an `@` is left out: too many people have the same mail server. */
export const wordsIn = (text: string): ReadonlyArray<string> => {
  const words =
    folded(text)
      .replaceAll(/@\S*/g, " ")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, maxWordCharacters)))]
}

/** What finds a document. */
export interface Searchable {
  /** Its words find it. */
  readonly words: ReadonlyArray<string>
  /** Each finds it only as a whole, such as a number. */
  readonly values?: ReadonlyArray<string>
  /** Each beginning of one of these finds it. */
  readonly skus?: ReadonlyArray<string>
}

/** A lookup of everything by which a document is found in a search. */
export const searched = <Doc extends object>(of: (doc: Doc) => Searchable, maxWords = defaultMaxWords): Lookup<Doc> => {
  // A search reads the documents again whose entries are not written yet.
  const known = new WeakMap<Doc, ReadonlyArray<string>>()
  return texts((doc) => {
    let tokens = known.get(doc)
    if (tokens === undefined) known.set(doc, (tokens = tokensOf(of(doc), maxWords)))
    return tokens
  })
}

const tokensOf = ({ skus = [], values = [], words }: Searchable, maxWords: number): ReadonlyArray<string> => {
  const tokens = new Set<string>()
  for (const word of wordsIn(words.join(" ")).slice(0, maxWords)) {
    tokens.add(whole(word))
    for (let length = minBeginning; length <= word.length; length++) tokens.add(word.slice(0, length))
  }
  for (const value of values) if (value.length > 0) tokens.add(valueToken(value))
  for (const beginning of beginningsOf(skus)) tokens.add(`#${beginning}`)
  // An index sorts them anyway.
  return [...tokens].sort()
}

/** All beginnings of some SKUs, each once. Sorted SKUs share a beginning with the one before, which is not made again. */
const beginningsOf = (skus: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all: Array<string> = []
  let before = ""
  for (const sku of skus.map((sku) => folded(sku).slice(0, beginningsOfSkus.characters)).sort()) {
    let shared = 0
    while (shared < sku.length && sku[shared] === before[shared]) shared++
    for (let length = shared + 1; length <= sku.length; length++) {
      if (all.length === beginningsOfSkus.count) return all
      all.push(sku.slice(0, length))
    }
    before = sku
  }
  return all
}

const whole = (word: string): string => `${word} `

/** The token of a value that only the whole search finds. */
export const valueToken = (value: string): string => `=${folded(value.trim()).slice(0, maxValueCharacters)}`

/** The token of the beginning of a SKU; `undefined` if it is too long to find one by its beginning. */
export const skuToken = (beginning: string): string | undefined => {
  const start = folded(beginning.trim())
  return start === "" || start.length > beginningsOfSkus.characters ? undefined : `#${start}`
}

/** The tokens that a document must all have to match the words of a search, of which the last may be a beginning. */
export const tokensAsked = (text: string): ReadonlyArray<string> => {
  const words = wordsIn(text)
  return words.map((word, at) => (at === words.length - 1 && word.length >= minBeginning ? word : whole(word)))
}
