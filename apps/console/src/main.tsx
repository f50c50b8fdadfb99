/** Starts the console in its page. */
import { render } from "preact"
import { begin } from "./call/session.ts"
import { codeIn } from "./page/address.ts"
import { App } from "./shell/app.tsx"

const code = codeIn(location.hash)
// At once, so that the code is in no history, no bookmark and no picture of the screen.
if (code !== undefined) history.replaceState(null, "", location.pathname + location.search)
const demo = document.querySelector("meta[name=code]")
demo?.remove()
void begin(code, demo?.getAttribute("content") ?? undefined)
render(<App />, document.body)
