/** How to sign in, for someone who has not, or whose session has ended. */
import { useEffect, useState } from "preact/hooks"
import { begin, ended, lookAgain, type Out } from "../call/session.ts"
import { Dialog } from "../kit/dialog.tsx"
import { codeIn } from "../page/address.ts"
import { words } from "../words/words.ts"
import { AnotherLink } from "./another-link.tsx"
import { LanguageChoice } from "./language.tsx"

/** Instead of the console. */
export const SignIn = ({ out }: { readonly out: Out }) => (
  <main class="sign-in">
    <h1>Bottega</h1>
    <Ways out={out} onRetry={() => location.reload()} />
    <footer>
      <LanguageChoice />
      <a href="docs">API</a>
    </footer>
  </main>
)

/** Above a page, which keeps what was typed into it. Someone who opens a link in another tab comes back to a page that goes on. */
export const SignInAgain = ({ out }: { readonly out: Out }) => {
  useEffect(() => {
    const look = () => void (document.hidden || lookAgain())
    addEventListener("focus", look)
    document.addEventListener("visibilitychange", look)
    return () => {
      removeEventListener("focus", look)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])
  const close = () => {
    ended.value = undefined
  }
  return (
    <Dialog title={words.value.sessionEnded} isKept onClose={close}>
      <div class="sign-in">
        <p>{words.value.sessionEndedHow}</p>
        <Ways out={out} onRetry={lookAgain} />
      </div>
    </Dialog>
  )
}

interface Properties {
  readonly out: Out
  readonly onRetry: () => void
}

const Ways = ({ onRetry, out }: Properties) => {
  const [typed, setTyped] = useState("")
  const isUnreachable = out.kind === "unreachable"
  const code = isUnreachable ? undefined : out.code
  const signIn = (event: SubmitEvent) => {
    event.preventDefault()
    const at = typed.indexOf("#")
    const code = codeIn(`#${typed.slice(at + 1).trim()}`)
    if (code !== undefined) void begin(code, undefined)
  }
  return (
    <>
      {out.why !== undefined && (
        <p class="failure" role="alert">
          {isUnreachable && <b>{words.value.unreachable} </b>}
          {out.why}
        </p>
      )}
      {isUnreachable ? (
        <button type="button" class="primary" onClick={onRetry}>
          {words.value.retry}
        </button>
      ) : (
        <>
          {code !== undefined && <AnotherLink key={code} code={code} />}
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
    </>
  )
}
