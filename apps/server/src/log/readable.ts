/** Lines of the log for people: the same content as the JSON, in the order that is easiest to read. */
import { stripVTControlCharacters, styleText } from "node:util"

/** Applies a style to text, or none. */
export type Style = (style: "dim" | "yellow" | "red" | "green", text: string) => string

/** Styles for a stream that a person reads, unless `NO_COLOR` says otherwise. */
export const styleFor =
  (stream: NodeJS.WriteStream): Style =>
  (style, text) =>
    styleText(style, text, { stream })

type Fields = Readonly<Record<string, unknown>>

/** A line of JSON as a line for people; the stack of a defect follows on separate lines. */
export const readable = (json: string, style: Style): string => {
  const { cause, level, msg, time, ...fields } = JSON.parse(json) as Fields
  const words = msg === "request" ? requestOf(fields, style) : messageOf(String(msg), String(level), fields, style)
  const stack = cause === undefined ? [] : String(cause).split("\n")
  const lines = [`${style("dim", clockOf(Number(time)))} ${words}`, ...stack.map((line) => `    ${shown(line)}`)]
  return `${lines.join("\n")}\n`
}

const requestOf = ({ ip, keySet, method, ms, path, requestId, status, ...more }: Fields, style: Style): string => {
  const code = Number(status)
  const colour = code >= 500 ? "red" : code >= 400 ? "yellow" : "green"
  const who = fieldsOf({ keySet, ip, requestId, ...more })
  return `${style(colour, String(status))} ${shown(String(method))} ${shown(String(path))} ${ms} ms ${style("dim", who)}`
}

const messageOf = (message: string, level: string, fields: Fields, style: Style): string => {
  const text = shown(message)
  const marked = level === "info" ? text : style(level === "warn" ? "yellow" : "red", `${level}: ${text}`)
  const rest = fieldsOf(fields)
  return rest === "" ? marked : `${marked} ${style("dim", rest)}`
}

const fieldsOf = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${shown(typeof value === "string" ? value : JSON.stringify(value))}`)
    .join(" ")

/** A sender's text must not move the cursor of a terminal. */
const shown = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

/** The time of day where the server runs: `14:03:59`. */
const clockOf = (ms: number): string => {
  const at = new Date(ms)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")
}
