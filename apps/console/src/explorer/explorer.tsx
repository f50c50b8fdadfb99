/** Every operation as a form, with its answer, and the call as others write it. */
import { useState } from "preact/hooks"
import { operationsById } from "../call/client.ts"
import { operations } from "../contract/operations.ts"
import { Facts } from "../detail/facts.tsx"
import { areaNames } from "../fold/area.ts"
import { areaNoun, summaryOf } from "../fold/spoken.ts"
import { OperationForm, type Outcome } from "../form/form.tsx"
import { address, linkTo } from "../page/router.ts"
import { Empty } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { words } from "../words/words.ts"
import type { Parameters } from "./copies.ts"
import { Copies } from "./copy-as.tsx"
import { parametersIn, problemsIn } from "./given.ts"

export const Explorer = ({ id }: { readonly id: string | undefined }) => {
  const operation = id === undefined ? undefined : operationsById.get(id)
  if (id !== undefined && operation === undefined) return <Empty text={words.value.unknownPage} />
  return operation === undefined ? <Operations /> : <Call id={operation.id} />
}

const Operations = () => {
  const [typed, setTyped] = useState("")
  const wanted = typed.toLowerCase().split(/\s+/)
  const shown = operations.filter((one) => {
    const searched = `${one.id} ${one.summary} ${one.path} ${areaNoun(one.area)}`.toLowerCase()
    return one.answer !== "bytes" && wanted.every((word) => searched.includes(word))
  })
  return (
    <>
      <Title text={words.value.explorer} />
      <input
        type="search"
        class="find-operation"
        aria-label={words.value.findOperation}
        placeholder={words.value.findOperation}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {shown.length === 0 && <Empty text={words.value.nothingFound} />}
      {areaNames.map((area) => {
        const own = shown.filter((one) => one.area === area)
        return own.length === 0 ? null : (
          <section key={area} class="operations">
            <h2>{areaNoun(area)}</h2>
            <ul class="plain-list">
              {own.map((one) => (
                <li key={one.id}>
                  <span class={`method ${one.method.toLowerCase()}`}>{one.method}</span>
                  <a href={linkTo(["explorer", one.id])}>{summaryOf(one)}</a>
                  <code>{one.path}</code>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

const Call = ({ id }: { readonly id: string }) => {
  const operation = operationsById.get(id)!
  const given = parametersIn(address.value.query)
  const problems = problemsIn(address.value.query)
  const [parameters, setParameters] = useState<Parameters>(given)
  const [outcome, setOutcome] = useState<Outcome>()
  return (
    <>
      <Title text={summaryOf(operation)} above={[[words.value.explorer, ["explorer"]]]} />
      <p class="wire-line">
        <span class={`method ${operation.method.toLowerCase()}`}>{operation.method}</span> <code>{operation.path}</code>{" "}
        <code class="faint">{operation.id}</code>
      </p>
      {operation.description !== undefined && <p class="help">{operation.description}</p>}
      <div class="halves">
        <section>
          <h2>{words.value.parameters}</h2>
          <OperationForm
            isExact
            operation={operation}
            given={given}
            problems={problems}
            onDone={setOutcome}
            onChange={setParameters}
          />
        </section>
        <section>
          <Copies id={id} parameters={parameters} />
          <h2>{words.value.answer}</h2>
          {outcome === undefined ? <p class="faint">{words.value.noAnswer}</p> : <Answer id={id} outcome={outcome} />}
        </section>
      </div>
    </>
  )
}

/** A page shows so much of an answer; the whole is in what one copies. */
const maxLength = 100_000

const Answer = ({ id, outcome }: { readonly id: string; readonly outcome: Outcome }) => {
  const { data, ms, requestId, status } = outcome
  const [isPlain, setPlain] = useState(true)
  const text = JSON.stringify(data, null, 2) ?? ""
  return (
    <div role="status">
      <p>
        <span class="badge tone-good">{status}</span> <span class="faint">{words.value.milliseconds(ms)}</span>{" "}
        {requestId !== undefined && <a href={linkTo(["requests", requestId])}>{words.value.requestId}</a>}{" "}
        <button type="button" class="quiet" aria-pressed={!isPlain} onClick={() => setPlain(!isPlain)}>
          {isPlain ? words.value.overview : words.value.asJson}
        </button>
      </p>
      {isPlain ? (
        <>
          {text.length > maxLength && <p class="help">{words.value.cut}</p>}
          <pre class="code">{text.slice(0, maxLength)}</pre>
        </>
      ) : (
        <Facts area={id.split(".")[0]!} part={operationsById.get(id)!.output} value={data} />
      )}
    </div>
  )
}
