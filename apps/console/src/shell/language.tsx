/** The choice of the console's language, with its label. */
import { type Language, language, languageNames, speak, words } from "../words/words.ts"

export const LanguageChoice = () => (
  <label>
    {words.value.languageLabel}{" "}
    <select value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
      {languageNames.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
