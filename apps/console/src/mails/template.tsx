/** The text of a mail in a language, and the mail as it is sent about an order. */
import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../call/asked.ts"
import { operationsById } from "../call/client.ts"
import { areaNoun } from "../fold/spoken.ts"
import { Combobox } from "../form/combobox.tsx"
import { OperationForm } from "../form/form.tsx"
import { may, useAct } from "../kit/act.ts"
import { Confirm } from "../kit/confirm.tsx"
import { MailFrame } from "../kit/mail-frame.tsx"
import { copy, say } from "../kit/notice.tsx"
import { Failure, Loading, Refusal } from "../page/states.tsx"
import { Title } from "../page/title.tsx"
import { language, words } from "../words/words.ts"
import { own } from "./words.ts"

interface Template {
  readonly id: number
  readonly type: keyof typeof own.value.types
  readonly locale: string
  readonly subject: string
  readonly message: string
  readonly built_in: boolean
  readonly variables: ReadonlyArray<string>
}

const read = operationsById.get("emails.read")!
const update = operationsById.get("emails.update")!
/** Those that have built-in texts. */
const locales = ["it_IT", "en_US", "de_DE", "fr_FR", "es_ES"]

export const TemplatePage = ({ entry: id }: { readonly entry: string }) => {
  const [locale, setLocale] = useState(language.value === "it" ? "it_IT" : "en_US")
  const [turn, setTurn] = useState(0)
  const { again, data, failure } = useAnswer(read, { id, locale })
  const template = data as Template | undefined
  const changed = () => {
    setTurn(turn + 1)
    again()
  }
  return (
    <>
      <Title
        text={template === undefined ? id : own.value.types[template.type][0]!}
        above={[[areaNoun("emails"), ["emails"]]]}
      >
        {template?.built_in === false && may("emails.restore") && <Restore template={template} onRestore={changed} />}
      </Title>
      {template !== undefined && <p class="help">{own.value.types[template.type][1]}</p>}
      <div class="toolbar">
        <label class="locale">
          {own.value.locale}{" "}
          <select value={locale} onChange={(event) => setLocale(event.currentTarget.value)}>
            {locales.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
        {template !== undefined && (
          <span class={`badge ${template.built_in ? "" : "tone-busy"}`}>
            {template.built_in ? own.value.builtIn : own.value.changed}
          </span>
        )}
      </div>
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {template === undefined ? (
        failure === undefined && <Loading rows={10} />
      ) : (
        <div class="halves">
          <Text key={`${template.locale} ${template.built_in} ${turn}`} template={template} onSave={changed} />
          <Preview id={id} locale={locale} turn={turn} />
        </div>
      )}
    </>
  )
}

const nameOf = (locale: string): string =>
  new Intl.DisplayNames(language.value, { type: "language" }).of(locale.slice(0, 2)) ?? locale

interface TextProperties {
  readonly template: Template
  readonly onSave: () => void
}

const Text = ({ onSave, template: { id, locale, message, subject, variables } }: TextProperties) => (
  <section>
    <OperationForm
      operation={update}
      fixed={{ id, locale }}
      given={{ subject, message }}
      submit={own.value.save}
      onDone={() => {
        say(own.value.saved)
        onSave()
      }}
    />
    <h2 class="apart">{own.value.variables}</h2>
    <p class="help">{own.value.variablesHow}</p>
    <div class="variables">
      {variables.map((one) => (
        <button key={one} type="button" class="chip" onClick={() => void copy(`{{ ${one} }}`, words.value.copied)}>
          <code>{one}</code>
        </button>
      ))}
    </div>
  </section>
)

const Restore = ({ onRestore, template }: { readonly template: Template; readonly onRestore: () => void }) => {
  const [isAsking, setAsking] = useState(false)
  const { act, failure, isActing } = useAct()
  const restore = async () => {
    const { id, locale } = template
    if ((await act("emails.restore", { id, locale }, own.value.restored)) === false) return
    setAsking(false)
    onRestore()
  }
  return (
    <>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {own.value.restore}
      </button>
      {isAsking && (
        <Confirm
          title={own.value.restore}
          submit={own.value.restore}
          isActing={isActing}
          onConfirm={() => void restore()}
          onClose={() => setAsking(false)}
        >
          <p>{own.value.restoreHow}</p>
          {failure !== undefined && <Refusal cause={failure} />}
        </Confirm>
      )}
    </>
  )
}

interface PreviewProperties {
  readonly id: string
  readonly locale: string
  readonly turn: number
}

/** A mail as it would be sent. */
interface Previewed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const Preview = ({ id, locale, turn }: PreviewProperties) => {
  const [orderID, setOrder] = useState("")
  const [shown, setShown] = useState<Previewed>()
  const { act, failure } = useAct()
  useEffect(() => {
    if (!may("emails.preview")) return
    let isHere = true
    const order = orderID === "" ? {} : { orderID }
    // Someone may still type the order's number.
    const timer = setTimeout(() => {
      act("emails.preview", { id, locale, ...order }).then((made) => {
        if (isHere && made !== false) setShown(made.data as Previewed)
      })
    }, typingMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [id, locale, orderID, turn])
  if (!may("emails.preview")) return null
  return (
    <section>
      <h2>{own.value.preview}</h2>
      <p class="help">{own.value.previewHow}</p>
      <div class="field preview-order">
        <label for="preview-order">{own.value.order}</label>
        <Combobox id="preview-order" part={{ kind: "text" }} collection="orders" value={orderID} onInput={setOrder} />
      </div>
      {failure !== undefined && <Refusal cause={failure} />}
      {shown === undefined ? failure === undefined && <Loading rows={6} /> : <Mail mail={shown} />}
    </section>
  )
}
const typingMs = 250

/** A mail with its subject, as its reader sees it. */
export const Mail = ({ mail: { html, subject, text } }: { readonly mail: Previewed }) => (
  <div class="plate">
    <p>
      <b>{subject}</b>
    </p>
    <MailFrame title={subject} html={html} />
    <details>
      <summary>{own.value.plain}</summary>
      <pre class="code">{text}</pre>
    </details>
  </div>
)
