/** The legal texts of the shop, each with its preview. */
import { useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { areaNoun } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { say } from "../kit/notice.tsx"
import { Siblings } from "../page/siblings.tsx"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { own } from "./words.ts"

const texts = {
  privacy: { read: operationsById.get("legal.privacy")!, set: operationsById.get("legal.setPrivacy")! },
  terms: { read: operationsById.get("legal.terms")!, set: operationsById.get("legal.setTerms")! },
  cookies: { read: operationsById.get("legal.cookies")!, set: operationsById.get("legal.setCookies")! }
}
type Name = keyof typeof texts

export const Legal = () => {
  const [name, setName] = useState<Name>("privacy")
  return (
    <>
      <Title text={areaNoun("legal")} />
      <Siblings area="legal" />
      <div class="tabs">
        {(Object.keys(texts) as ReadonlyArray<Name>).map((one) => (
          <button key={one} type="button" class="tab" aria-pressed={one === name} onClick={() => setName(one)}>
            {own.value.legal[one]}
          </button>
        ))}
      </div>
      <LegalText key={name} name={name} />
    </>
  )
}

const LegalText = ({ name }: { readonly name: Name }) => {
  const { read, set } = texts[name]
  const { again, data, failure } = useAnswer(read, {})
  if (failure !== undefined) return <Failure cause={failure} onRetry={again} />
  if (data === undefined) return <Loading rows={10} />
  const { content } = data as { readonly content: string }
  return (
    <div class="wide-form">
      <OperationForm
        operation={set}
        given={{ content }}
        submit={own.value.save}
        onDone={() => {
          say(own.value.saved)
          again()
        }}
      />
    </div>
  )
}
