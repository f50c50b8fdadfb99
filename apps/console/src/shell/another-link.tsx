/** Offers another link to someone whose link was used or has expired. The server mails it, and never says to whom. */
import { useState } from "preact/hooks"
import { call, operationsById } from "../call/client.ts"
import { whyOf } from "../call/why.ts"
import { words } from "../words/words.ts"

const link = operationsById.get("session.link")!

type Asked = "not yet" | "asking" | "asked" | { readonly why: string }

export const AnotherLink = ({ code }: { readonly code: string }) => {
  const [asked, setAsked] = useState<Asked>("not yet")
  const ask = async () => {
    setAsked("asking")
    try {
      await call(link, { code })
      setAsked("asked")
    } catch (cause) {
      setAsked({ why: whyOf(cause) })
    }
  }
  return (
    <section class="another-link">
      {asked !== "asked" && (
        <>
          <p>{words.value.anotherLinkHow}</p>
          <button type="button" class="primary" disabled={asked === "asking"} onClick={ask}>
            {words.value.anotherLink}
          </button>
        </>
      )}
      <div role="status">
        {asked === "asked" && (
          <>
            <p>{words.value.anotherLinkSent}</p>
            <p>{words.value.anotherLinkMissing}</p>
          </>
        )}
        {typeof asked === "object" && <p class="failure">{asked.why}</p>}
      </div>
    </section>
  )
}
