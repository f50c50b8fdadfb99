/** Checks an answer against what every answer must be, whatever was sent. */
import {
  HeadersTooLarge,
  MalformedRequest,
  MethodNotAllowed,
  RequestTimeout,
  UnknownPath,
  version
} from "@bottega/domain/contract"
import { wrongWith } from "../checked.ts"
import type { Answer } from "./connection.ts"
import type { Request } from "./request.ts"
import type { Stage } from "./stage.ts"

/** What is needed to judge an answer. */
export interface Judging {
  readonly request: Request
  /** The request as text: an answer may repeat what its sender named. */
  readonly sent: string
  readonly stage: Stage
  /** The operation that answers, such as `PUT /v1.1/orders/order.json`; undefined if HTTP itself is tested. */
  readonly operation?: string
  /** For a display, whose 200 has a body that is not our JSON. */
  readonly display?: boolean
  /** Whether a 200 is decoded with its schema. */
  readonly thorough: boolean
}

/** The maximum bytes and details of a refusal. */
const limits = { refusalBytes: 64 * 1024, details: 100 }

/** Everything that is wrong with an answer, as sentences. */
export const judged = (answer: Answer, judging: Judging): ReadonlyArray<string> => {
  const { headers, status, text } = answer
  const wrong: Array<string> = []
  for (const [name, value] of headers) if (value === "") wrong.push(`The header ${name} is empty.`)
  if (!headers.has("x-request-id")) wrong.push("It has no X-Request-Id.")
  if (headers.get("x-content-type-options") !== "nosniff") wrong.push("It has no X-Content-Type-Options: nosniff.")
  if (status === 204 || judging.request.method === "HEAD" || leadsToDocs(answer, judging)) return wrong
  return status === 200
    ? [...wrong, ...successOf(answer, judging)]
    : [...wrong, ...refusalOf(answer, judging), ...leaks(text, judging)]
}

/** The path `/`, which is not an operation, leads to the API page. */
const leadsToDocs = ({ headers, status }: Answer, { operation }: Judging): boolean =>
  status === 302 && operation === undefined && headers.get("location") === "docs"

const successOf = (
  answer: Answer,
  { display, operation, request, sent, stage, thorough }: Judging
): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const [path = ""] = request.target.split("?", 1)
  if (path.includes("%")) wrong.push("A path with percent-encoded letters is answered.")
  if (answer.text === "") wrong.push("It is empty.")
  if (/elsewhere\.example|#/.test(answer.headers.get("link") ?? ""))
    wrong.push("Its Link repeats the address of the request line.")
  if (display === true) return wrong
  if (thorough && operation !== undefined) wrong.push(...sentence(wrongWith(operation, received(answer), answer.text)))
  return [...wrong, ...leaks(answer.text, { request, sent, stage })]
}

const refusalOf = (answer: Answer, { operation, request }: Judging): ReadonlyArray<string> => {
  const { status, text } = answer
  if (status === 500) return [`A defect of ${request.method} ${request.target.split("?", 1)[0]}.`]
  const read = errorOf(text)
  const declared = read === undefined || transports.has(read.type) ? undefined : operation
  const wrong = sentence(wrongWith(declared, received(answer), text))
  const bytes = Buffer.byteLength(text)
  if (bytes > limits.refusalBytes) wrong.push(`It is a refusal of ${bytes} bytes.`)
  if (read === undefined || wrong.length > 0) return wrong
  if (read.details.length > limits.details) wrong.push(`It names ${read.details.length} problems.`)
  if (status === 503 && read.type !== "overloaded")
    wrong.push(`It is a 503 for another reason than load: ${read.type}.`)
  if (foreign.test(read.message)) wrong.push(`It is another program's sentence: ${read.message.slice(0, 200)}`)
  return wrong
}

interface Refused {
  readonly type: string
  readonly message: string
  readonly details: ReadonlyArray<unknown>
}

const errorOf = (text: string): Refused | undefined => {
  try {
    return (JSON.parse(text) as { readonly error?: Refused }).error
  } catch {
    return undefined
  }
}

/** Refusals of HTTP itself, which no operation declares. */
const transports: ReadonlySet<string> = new Set(
  [UnknownPath, MethodNotAllowed, RequestTimeout, HeadersTooLarge, MalformedRequest].map(({ kind }) => kind.type)
)

const received = ({ headers, status }: Answer) => ({ status, headers: Object.fromEntries(headers) })

/** Words by which Node, V8, Fastify, Effect and the databases show in an error. */
const foreign =
  /FST_|ERR_[A-Z]+_|HPE_|SQLITE|Mongo(Server)?Error|Cannot read propert|is not a function|Unexpected token|Unexpected end of (?:JSON|input)|node:internal|file:\/\/\/\S+\.m?[jt]s|at .+\.m?[jt]s:\d|SchemaError|ParseError|\[object |ENOENT|ECONN/

const sentence = (what: unknown): Array<string> => (what === undefined ? [] : [String(what).slice(0, 2000)])

const leaks = (
  text: string,
  { request, sent, stage }: Pick<Judging, "request" | "sent" | "stage">
): ReadonlyArray<string> => {
  const secret = (text.match(/[0-9a-f]{64}/g) ?? []).some((one) => stage.secrets.has(one))
  // The operator sees every shop.
  const marks = request.target.includes(`/${version}/`)
    ? stage.foreign(text).filter((mark) => !sent.includes(mark))
    : []
  return [
    ...(secret ? ["It shows a secret."] : []),
    ...(marks.length > 0 ? [`It shows what was sent to another shop: ${marks[0]}.`] : [])
  ]
}
