/** How to sign in, for someone who has not, or whose session has ended. */
import { useState } from "preact/hooks"
import { begin, state } from "../call/session.ts"
import { codeIn } from "../page/address.ts"
import { type Language, language, languageNames, speak, words } from "../words/words.ts"
import { AnotherLink } from "./another-link.tsx"

export const SignIn = () => {
  const [typed, setTyped] = useState("")
  const { value } = state
  const isUnreachable = value.kind === "unreachable"
  const why = value.kind === "out" || value.kind === "unreachable" ? value.why : undefined
  const ended = value.kind === "out" ? value.code : undefined
  const signIn = (event: SubmitEvent) => {
    event.preventDefault()
    const at = typed.indexOf("#")
    const code = codeIn(`#${typed.slice(at + 1).trim()}`)
    if (code !== undefined) void begin(code, undefined)
  }
  return (
    <main class="sign-in">
      <h1>Bottega</h1>
      {why !== undefined && (
        <p class="failure" role="alert">
          {isUnreachable && <b>{words.value.unreachable} </b>}
          {why}
        </p>
      )}
      {isUnreachable ? (
        <button type="button" class="primary" onClick={() => location.reload()}>
          {words.value.retry}
        </button>
      ) : (
        <>
          {ended !== undefined && <AnotherLink key={ended} code={ended} />}
          <p>{words.value.signInHow}</p>
          <pre class="code">bottega console</pre>
          <p>{words.value.signInMail}</p>
          <form onSubmit={signIn}>
            <div class="field">
              <label for="code">{words.value.signInCode}</label>
              <input
                id="code"
                type="text"
                autocomplete="off"
                spellcheck={false}
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            </div>
            <button type="submit" class="primary">
              {words.value.signIn}
            </button>
          </form>
        </>
      )}
      <footer>
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
        <a href="docs">API</a>
      </footer>
    </main>
  )
}
