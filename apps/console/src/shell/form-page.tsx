/** The form of an operation in its area, which is the way to a new entry. */
import { useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { pagesOf } from "../fold/area.ts"
import { areaNoun, fieldLabel, formLabel, sentenceOf } from "../fold/spoken.ts"
import { OperationForm } from "../form/form.tsx"
import { say } from "../kit/notice.tsx"
import { Secret } from "../kit/secret.tsx"
import { address, go } from "../page/router.ts"
import { Empty } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { views } from "../views/views.ts"
import { words } from "../words/words.ts"

export const FormPage = ({ id }: { readonly id: string }) => {
  const [secret, setSecret] = useState<{ readonly answer: unknown }>()
  const operation = operationsById.get(id)
  if (operation === undefined) return <Empty text={words.value.unknownPage} />
  const { area } = operation
  const title = formLabel(operation)
  const help = sentenceOf(operation.description)
  const leave = (data: unknown) => go(madeAt(area, data))
  return (
    <>
      <Title text={title} above={[[areaNoun(area), [area]]]} />
      {help !== undefined && <p class="help">{help}</p>}
      <OperationForm
        key={id}
        operation={operation}
        given={address.value.query}
        onDone={({ data }) => {
          say(words.value.done)
          if (operation.secret === true) setSecret({ answer: data })
          else leave(data)
        }}
      />
      {secret !== undefined && (
        <Secret
          title={title}
          answer={secret.answer}
          labelOf={(name) => fieldLabel({ name }, area)}
          onClose={() => leave(secret.answer)}
        />
      )}
    </>
  )
}

/** The page of what was made, if its answer names it. */
const madeAt = (area: string, data: unknown): ReadonlyArray<string> => {
  const { read } = pagesOf(area, views[area]?.list)
  const made = typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {}
  const key = made[read?.by ?? ""] ?? made["order_id"]
  return read === undefined || key === undefined ? [area] : [area, String(key)]
}
