/** Edits one parameter: its label, what it is typed into, its help, and what was wrong with it. */
import { useContext } from "preact/hooks"
import type { Named, Part } from "../contract/operation.ts"
import { fieldLabel, sentenceOf } from "../fold/spoken.ts"
import { words } from "../words/words.ts"
import { Exact } from "./exact.ts"
import { FileInput } from "./file.tsx"
import { Input } from "./input.tsx"
import { AddButton, Choices, Drop } from "./parts.tsx"
import { type Problems, problemAt } from "./problems.ts"
import { saidOf } from "./said.ts"
import { editorOf, type Fields, Pairs, type Value } from "./values.ts"

interface Properties<P extends Part = Named> {
  readonly area: string
  readonly part: P
  /** Its name in a refusal: `item_id[0][price]`. */
  readonly path: string
  readonly value: Value
  readonly problems: Problems
  readonly onChange: (value: Value) => void
}

/** A parameter with its label. */
export const FieldEditor = (given: Properties) => {
  const { area, part, path, problems } = given
  const isExact = useContext(Exact)
  const help = isExact ? part.help : sentenceOf(part.help)
  const editor = editorOf(part)
  const isGroup = editor === "object" || editor === "record" || editor === "list" || editor === "choices"
  const id = `field-${path}`
  const problem = problemAt(problems, path, !isGroup)
  const said = [help === undefined ? [] : [`${id}-help`], problem === undefined ? [] : [`${id}-problem`]].flat()
  const label = (
    <>
      {fieldLabel(part, area)}
      {part.required === true && (
        <span class="needed" title={words.value.required}>
          {" "}
          *
        </span>
      )}
      {isExact && <code class="wire">{part.name}</code>}
    </>
  )
  const below = (
    <>
      {problem !== undefined && (
        <p id={`${id}-problem`} class="problem">
          {isExact ? problem : saidOf(problem)}
        </p>
      )}
      {help !== undefined && (
        <p id={`${id}-help`} class="help">
          {help}
        </p>
      )}
    </>
  )
  const body = <Editor {...given} id={id} describedBy={said.join(" ") || undefined} invalid={problem !== undefined} />
  return isGroup ? (
    <fieldset class="group" id={id}>
      <legend title={part.name}>{label}</legend>
      {below}
      {body}
    </fieldset>
  ) : (
    <div class="field">
      <label for={id} title={part.name}>
        {label}
      </label>
      {body}
      {below}
    </div>
  )
}

interface EditorProperties extends Properties<Part> {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
}

const Editor = (given: EditorProperties) => {
  const { describedBy, id, invalid, onChange, part, value } = given
  switch (editorOf(part)) {
    case "object":
      return <ObjectEditor {...given} />
    case "record":
      return <RecordEditor {...given} />
    case "list":
      return <ListEditor {...given} />
    case "choices":
      return <Choices {...given} />
    case "file":
      return <FileInput {...{ id, part, describedBy, invalid, onChange }} />
    default: {
      const text = typeof value === "string" ? value : ""
      const isRequired = (part as Named).required === true
      return <Input {...{ id, part, describedBy, invalid }} required={isRequired} value={text} onInput={onChange} />
    }
  }
}

/** The fields of an object. */
const ObjectEditor = ({ area, onChange, part, path, problems, value }: Properties<Part>) => {
  const fields = (value ?? {}) as Fields
  return (
    <>
      {(part.inner ?? []).map((field) => (
        <FieldEditor
          key={field.name}
          area={area}
          part={field}
          path={path === "" ? field.name : `${path}[${field.name}]`}
          value={fields[field.name]}
          problems={problems}
          onChange={(one) => onChange({ ...fields, [field.name]: one })}
        />
      ))}
    </>
  )
}

/** The members of a list that have parts themselves. */
const ListEditor = (given: EditorProperties) => {
  const { onChange, part, path, value } = given
  const members = Array.isArray(value) ? (value as ReadonlyArray<Value>) : []
  const name = nameOf(given)
  return (
    <>
      {members.map((member, at) => (
        <div class="member" key={at}>
          <Editor
            {...given}
            part={part.item!}
            id={`${given.id}-${at}`}
            path={`${path}[${at}]`}
            value={member}
            onChange={(one) => onChange(members.with(at, one))}
          />
          <Drop label={words.value.removeFrom(name, at + 1)} onClick={() => onChange(members.toSpliced(at, 1))} />
        </div>
      ))}
      <AddButton name={name} onClick={() => onChange([...members, undefined])} />
    </>
  )
}

/** What a list or a record is called within a sentence. */
const nameOf = ({ area, part }: EditorProperties): string => fieldLabel(part as Named, area)

const RecordEditor = (given: EditorProperties) => {
  const { onChange, part, path, value } = given
  const name = nameOf(given)
  const pairs = value instanceof Pairs ? value.all : []
  const change = (at: number, pair: readonly [string, Value]) => onChange(new Pairs(pairs.with(at, pair)))
  return (
    <>
      {pairs.map(([key, one], at) => (
        <div class="member pair" key={at}>
          <input
            type="text"
            aria-label={sentenceOf(part.key) ?? words.value.key}
            value={key}
            placeholder={sentenceOf(part.key) ?? words.value.key}
            onInput={(event) => change(at, [event.currentTarget.value, one])}
          />
          <Editor
            {...given}
            part={part.member!}
            id={`${given.id}-${at}`}
            path={`${path}[${key}]`}
            value={one}
            onChange={(changed) => change(at, [key, changed])}
          />
          <Drop
            label={words.value.removeFrom(name, at + 1)}
            onClick={() => onChange(new Pairs(pairs.toSpliced(at, 1)))}
          />
        </div>
      ))}
      <AddButton name={name} onClick={() => onChange(new Pairs([...pairs, ["", undefined]]))} />
    </>
  )
}
