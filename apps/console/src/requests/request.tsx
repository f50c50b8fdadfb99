/** One of the last requests: what was sent, what was answered, and the way to send it again. */

import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { Facts } from "../detail/facts.tsx"
import { Copies } from "../explorer/copy-as.tsx"
import { areaNoun, summaryOf } from "../fold/spoken.ts"
import { may } from "../kit/act.ts"
import { copy } from "../kit/notice.tsx"
import { linkTo } from "../page/router.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import type { Kept } from "./kept.ts"
import { operationAt, parametersOf } from "./operation.ts"
import { jsonIn, pretty } from "./pretty.ts"
import { Replay } from "./replay.tsx"
import { StatusBadge } from "./status.tsx"

const read = operationsById.get("requests.request")!

export const Request = ({ entry: id }: { readonly entry: string }) => {
  const { again, data, failure } = useAnswer(read, { requestId: id })
  const kept = data as Kept | undefined
  if (failure !== undefined) return <Failure cause={failure} onRetry={again} />
  return (
    <>
      <Title
        text={kept === undefined ? id : `${kept.method} ${kept.path}`}
        above={[[areaNoun("requests"), ["requests"]]]}
      >
        {kept !== undefined && <Mend kept={kept} />}
      </Title>
      {kept === undefined ? <Loading rows={8} /> : <Exchange kept={kept} />}
    </>
  )
}

/** The explorer with what was sent, and with what was wrong at its fields. */
const Mend = ({ kept }: { readonly kept: Kept }) => {
  const operation = operationAt(kept.method, kept.path)
  if (operation === undefined) return null
  const given = JSON.stringify(parametersOf(kept.body, kept.query))
  const wrong = problemsOf(kept.answer).map(({ message, path }) => [path, message])
  const query = { given, ...(wrong.length === 0 ? {} : { wrong: JSON.stringify(Object.fromEntries(wrong)) }) }
  return (
    <a class="primary" href={linkTo(["explorer", operation.id], query)}>
      {words.value.mend}
    </a>
  )
}

const Exchange = ({ kept }: { readonly kept: Kept }) => {
  const { answer, body, headers, method, ms, path, query, status } = kept
  const operation = operationAt(method, path)
  const problems = problemsOf(answer)
  return (
    <>
      <p class="wire-line">
        <StatusBadge status={status} /> <span class="faint">{words.value.milliseconds(ms)}</span>
        {operation !== undefined && <a href={linkTo(["explorer", operation.id])}>{summaryOf(operation)}</a>}
      </p>
      {problems.length > 0 && (
        <section class="failure">
          <h2>{words.value.wrongFields}</h2>
          <ul>
            {problems.map((one) => (
              <li key={one.path}>
                <code>{one.path}</code> {one.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {headers === null && body === null && answer === null && <p class="help">{words.value.noBodies}</p>}
      <div class="halves">
        <Text title={words.value.body} text={body} />
        <Text title={words.value.answer} text={answer} />
      </div>
      <Text title={words.value.query} text={query === "" ? null : query} />
      {may("requests.replay") && operation?.surface === "shop" && <Replay kept={kept} />}
      {operation !== undefined && <Copies id={operation.id} parameters={parametersOf(body, query)} />}
      {headers !== null && (
        <section>
          <h2>{words.value.headers}</h2>
          <Facts area="requests" part={{ kind: "record", member: { kind: "text" } }} value={headers} />
        </section>
      )}
    </>
  )
}

const Text = ({ text, title }: { readonly title: string; readonly text: string | null }) =>
  text === null ? null : (
    <section>
      <div class="tabs">
        <h2>{title}</h2>
        <span class="grow" />
        <button type="button" class="quiet" onClick={() => void copy(text, words.value.copied)}>
          {words.value.copy}
        </button>
      </div>
      <pre class="code">{pretty(text)}</pre>
    </section>
  )

interface Problem {
  readonly path: string
  readonly message: string
}

/** The wrong parameters that an answer names. */
const problemsOf = (answer: string | null): ReadonlyArray<Problem> => {
  const body = jsonIn(answer) as { readonly error?: { readonly details?: ReadonlyArray<Problem> } } | undefined
  const details = body?.error?.details
  return Array.isArray(details) ? details.filter(({ path }) => typeof path === "string") : []
}
