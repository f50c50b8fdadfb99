/** The operations that a new area declares: those of the specification below its path, or the usual four. */
import {
  additions,
  companions,
  type Operation,
  type Parameter,
  specification
} from "../../packages/conformance/src/specification.ts"

/** An operation with the name that every surface shows. */
export interface Declared extends Pick<Operation, "method" | "path" | "stability" | "parameters" | "response"> {
  readonly name: string
  readonly isCompanion: boolean
}

const usual = (area: string, noun: string): ReadonlyArray<Declared> => {
  const one = `/${area}/${noun}.json`
  const id: Parameter = { name: "id", type: "string", required: true, description: `The ${noun}.` }
  const title: Parameter = { name: "title", type: "string", required: true, description: `The title of the ${noun}.` }
  const declared = { stability: "stable", isCompanion: true } as const
  const shown = { keys: ["id", "title"] }
  return [
    {
      ...{ ...declared, name: "list", method: "GET", path: `/${area}/list.json` },
      ...{ parameters: [], response: { shape: "array", ...shown } }
    },
    {
      ...{ ...declared, name: "read", method: "GET", path: one },
      ...{ parameters: [id], response: { shape: "object", ...shown } }
    },
    {
      ...{ ...declared, name: "create", method: "POST", path: one },
      ...{ parameters: [title], response: { shape: "object", keys: ["id"] } }
    },
    {
      ...{ ...declared, name: "remove", method: "DELETE", path: one },
      ...{ parameters: [id], response: { shape: "object", keys: ["ok", "err"] } }
    }
  ]
}

const nameByMethod = { GET: "read", POST: "create", PUT: "update", DELETE: "remove" } as const

const fileOf = ({ path }: Pick<Operation, "path">): string => path.replace(/^.*\//, "").replace(".json", "")

/** What the operations of an area call one of its resources: the file of the first path that is not the list's. */
export const nounOf = (area: string): string | undefined =>
  specified(area)
    .map(fileOf)
    .find((file) => file !== "list")

const specified = (area: string): ReadonlyArray<Operation> =>
  [...specification, ...companions].filter(({ path }) => path.startsWith(`/${area}/`))

/** The operations of an area, named as those of other areas are. */
export const operationsOf = (area: string, noun: string): ReadonlyArray<Declared> => {
  const found = specified(area)
  const nameOf = (one: Operation): string => {
    const file = fileOf(one)
    if (file === "list") return "list"
    if (file === noun) return nameByMethod[one.method]
    const isAlone = found.filter((other) => other.path === one.path).length === 1
    const [first = "", ...rest] = [...(isAlone ? [] : [nameByMethod[one.method]]), ...file.split("_")]
    return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
  }
  const added = ({ method, path }: Operation) =>
    additions.filter((one) => one.method === method && one.path === path).flatMap(({ parameters }) => parameters)
  return found.length === 0
    ? usual(area, noun)
    : found.map((one) => ({
        ...one,
        name: nameOf(one),
        parameters: [...one.parameters, ...added(one)],
        isCompanion: !specification.includes(one)
      }))
}
