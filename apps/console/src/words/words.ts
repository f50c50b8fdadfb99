/** The language of the console: what the person chose in this browser, else the browser's. */
import { computed, signal } from "@preact/signals"
import { read, write } from "../kept.ts"
import { en } from "./en.ts"
import { it } from "./it.ts"

const languages = { en, it }
export type Language = keyof typeof languages
/** A text in each language. */
export type Said = Readonly<Record<Language, string>>

const isLanguage = (text: string | undefined): text is Language => text !== undefined && text in languages
const preferred = navigator.languages.map((one) => one.slice(0, 2)).find(isLanguage)
const kept = read<string>("language")

export const language = signal<Language>(isLanguage(kept) ? kept : (preferred ?? "en"))
/** The words of the language. */
export const words = computed(() => languages[language.value])
/** The words of one page, in the language; they are loaded with it. */
export const wordsOf = <One extends object>(records: { readonly en: One; readonly it: NoInfer<One> }) =>
  computed(() => records[language.value])
/** Each language by what its speakers call it. */
export const languageNames = Object.entries(languages).map(([id, { language }]) => [id as Language, language] as const)

language.subscribe((one) => {
  document.documentElement.lang = one
})

/** Chooses a language. */
export const speak = (one: Language): void => {
  language.value = one
  write("language", one)
}
