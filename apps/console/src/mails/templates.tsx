/** The mails that the shop sends: what each is, and the way to its text. */
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { areaNoun } from "../fold/spoken.ts"
import { linkTo } from "../page/router.ts"
import { Siblings } from "../page/siblings.tsx"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { own } from "./words.ts"

const list = operationsById.get("emails.list")!

interface Templates {
  readonly templates: ReadonlyArray<{ readonly id: number; readonly type: keyof typeof own.value.types }>
}

export const Templates = () => {
  const { again, data, failure } = useAnswer(list, {})
  return (
    <>
      <Title text={areaNoun("emails")} />
      <Siblings area="emails" />
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {data === undefined && failure === undefined && <Loading rows={9} />}
      {data !== undefined && (
        <ul class="entries template-rows">
          {(data as Templates).templates.map(({ id, type }) => (
            <li key={id}>
              <a href={linkTo(["emails", String(id)])}>{own.value.types[type][0]}</a>
              <span class="faint">{own.value.types[type][1]}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
